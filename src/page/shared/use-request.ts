import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Refused } from './request.js'

/** The state of a request. The last response stays visible while the next one loads, or if it fails. */
export interface RequestState<Data> {
  readonly data: Data | undefined
  readonly failure: Refused | undefined
  readonly isLoading: boolean
  again(): void
}

const listeners = new Set<() => void>()
let wantsToken = false

/** Whether any request failed because it had no token. */
export function useTokenRequired(): boolean {
  const [wants, setWants] = useState(wantsToken)
  useEffect(() => {
    const listen = (): void => setWants(wantsToken)
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [])
  return wants
}

export function setTokenRequired(wants: boolean): void {
  wantsToken = wants
  for (const listen of listeners) listen()
}

/**
 * Sends a request now, when `key` changes, and every `everyMs` while the page is visible. A failure with a retry time is retried
 * then.
 * @param key identifies the request. An empty one sends nothing.
 */
export function useRequest<Data>(
  key: string,
  question: (signal: AbortSignal) => Promise<Data>,
  everyMs?: number,
): RequestState<Data> {
  const [state, setState] = useState<{ key: string; data?: Data; failure?: Refused; isLoading: boolean }>({
    key,
    isLoading: key !== '',
  })
  const latest = useRef(question)
  latest.current = question
  const start = useRef(() => {})

  useEffect(() => {
    if (key === '') return
    let abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const plan = (ms: number | undefined): void => {
      clearTimeout(timer)
      if (ms !== undefined) timer = setTimeout(() => (document.hidden ? undefined : run()), ms)
    }
    const run = (): void => {
      abort.abort()
      abort = new AbortController()
      const { signal } = abort
      clearTimeout(timer)
      setState((before) => (before.key === key ? { ...before, isLoading: true } : { key, isLoading: true }))
      latest.current(signal).then(
        (data) => {
          if (signal.aborted) return
          setState({ key, data, isLoading: false })
          plan(everyMs)
        },
        (error: unknown) => {
          if (signal.aborted) return
          const failure = error instanceof Refused ? error : new Refused(0, 'BUG', String(error))
          if (failure.wantsToken) setTokenRequired(true)
          setState((before) => ({
            key,
            ...(before.key === key && before.data !== undefined ? { data: before.data } : {}),
            failure,
            isLoading: false,
          }))
          plan(failure.retryAfter === undefined ? everyMs : Math.max(1, failure.retryAfter) * 1_000)
        },
      )
    }
    const onVisible = (): void => {
      if (!document.hidden && everyMs !== undefined) run()
    }
    start.current = run
    run()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      abort.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [key, everyMs])

  const again = useCallback(() => start.current(), [])
  if (state.key !== key) return { data: undefined, failure: undefined, isLoading: key !== '', again }
  return { data: state.data, failure: state.failure, isLoading: state.isLoading, again }
}
