import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Call, type Snippet, snippetsOf } from './copy-as.js'
import { curlOf } from './curl.js'
import { type Refused, readStoredToken } from './request.js'
import type { RequestState } from './use-request.js'

/** Components that every view uses. */

interface CardProps {
  readonly title: string
  /** Shown pale next to the title. */
  readonly note?: ComponentChildren
  /** Shown at the right end of the title. */
  readonly tools?: ComponentChildren
  readonly children: ComponentChildren
  readonly class?: string
}

export function Card({ title, note, tools, children, class: name = '' }: CardProps) {
  return (
    <section class={`card ${name}`} aria-label={title}>
      <header class="card-head">
        <h2>{title}</h2>
        {note !== undefined && <span class="note">{note}</span>}
        {tools !== undefined && <div class="tools">{tools}</div>}
      </header>
      {children}
    </section>
  )
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="state loading" role="status">
      <span class="pulse" aria-hidden="true" />
      {what}
    </p>
  )
}

export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="state empty">{children}</p>
}

export function FailureNotice({
  failure,
  again,
}: {
  readonly failure: Refused
  readonly again?: () => void
}) {
  return (
    <div class="state failure" role="alert">
      <p>{failure.message}</p>
      <p class="note">
        <code>{failure.code}</code>
        {again !== undefined && (
          <button type="button" class="quiet" onClick={again}>
            Retry
          </button>
        )}
      </p>
    </div>
  )
}

interface ShownProps<Data> {
  readonly of: RequestState<Data>
  readonly what: string
  readonly children: (data: Data) => ComponentChildren
}

/** Shows loaded data, or the error. After an error the earlier data stays visible below it. */
export function Shown<Data>({ of, what, children }: ShownProps<Data>) {
  const { data, failure, again } = of
  if (data === undefined)
    return failure === undefined ? <Loading what={what} /> : <FailureNotice failure={failure} again={again} />
  return (
    <>
      {failure !== undefined && <FailureNotice failure={failure} again={again} />}
      {children(data)}
    </>
  )
}

export function VenueChip({ name }: { readonly name: string }) {
  return <span class="chip">{name}</span>
}

/** Copies a text, and confirms it. */
function CopyButton({
  text,
  label,
  name,
}: {
  readonly text: string
  readonly label: string
  readonly name: string
}) {
  const [done, setDone] = useState<boolean | undefined>(undefined)
  useEffect(() => {
    if (done === undefined) return
    const timer = setTimeout(() => setDone(undefined), 1_500)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`Copy ${name} as ${label}`}
      onClick={() => void copyText(text).then(setDone)}
    >
      {done === undefined ? label : done ? 'copied' : 'not copied'}
    </button>
  )
}

/** Copies a text. Pages that are not served over loopback or https have no clipboard API, only the older method. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'visually-hidden'
    document.body.append(field)
    field.select()
    const isDone = document.execCommand('copy')
    field.remove()
    return isDone
  }
}

interface CopyCallProps {
  /** Describes the copied text for screen readers. */
  readonly name: string
  readonly call: Call | undefined
  /** The target of a request that is not a method call. */
  readonly target?: string
}

function placeOfDaemon() {
  return { origin: location.origin, needsToken: readStoredToken() !== undefined }
}

/** Copies a call for a shell and for both SDKs. */
export function CopyCall({ name, call, target }: CopyCallProps) {
  const place = placeOfDaemon()
  const snippets: readonly Snippet[] =
    call !== undefined
      ? snippetsOf(call, place)
      : [{ language: 'curl', text: curlOf({ method: 'GET', target: target ?? '/' }, place) }]
  return (
    <fieldset class="copy">
      <legend class="visually-hidden">Copy {name} as</legend>
      <span class="note" aria-hidden="true">
        copy
      </span>
      {snippets.map(({ language, text }) => (
        <CopyButton key={language} text={text} label={language} name={name} />
      ))}
    </fieldset>
  )
}

/** Shows a snippet in one of three languages, to be read and copied. */
export function SnippetBox({ call }: { readonly call: Call }) {
  const [language, setLanguage] = useState<Snippet['language']>('curl')
  const snippets = snippetsOf(call, placeOfDaemon())
  const text = snippets.find((snippet) => snippet.language === language)?.text ?? ''
  return (
    <div class="snippet">
      <div class="snippet-head">
        <Choice
          name="Language"
          options={snippets.map((snippet) => ({ value: snippet.language, label: snippet.language }))}
          value={language}
          onChange={setLanguage}
        />
        <CopyButton text={text} label="copy" name={`the ${language} text`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly name: string
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Shows a choice among a few options in a row. */
export function Choice<Value extends string>({ name, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend class="visually-hidden">{name}</legend>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === value}
          title={option.hint}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}

/** A column header: a text, a right-aligned one above numbers, or one for screen readers only. */
type Column = string | { readonly number: string; readonly title?: string } | { readonly hidden: string }

/** Shows a table that may be wider than a phone. It scrolls separately, by keyboard as well. Its children are its rows. */
export function Table({
  name,
  kind,
  columns,
  children,
}: {
  readonly name: string
  readonly kind?: string
  readonly columns: readonly Column[]
  readonly children: ComponentChildren
}) {
  const frame = useRef<HTMLElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const look = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth + 1))
    look.observe(element)
    return () => look.disconnect()
  }, [])
  return (
    <section class="table-frame" ref={frame} aria-label={name} {...(isWide ? { tabIndex: 0 } : {})}>
      <table class={kind}>
        <thead>
          <tr>{columns.map(headOf)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function headOf(column: Column) {
  if (typeof column === 'string')
    return (
      <th key={column} scope="col">
        {column}
      </th>
    )
  if ('hidden' in column)
    return (
      <th key={column.hidden} scope="col">
        <span class="visually-hidden">{column.hidden}</span>
      </th>
    )
  return (
    <th key={column.number} scope="col" class="num" title={column.title}>
      {column.number}
    </th>
  )
}
