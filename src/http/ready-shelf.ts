import type { IncomingMessage } from 'node:http'
import { isMethodName, methodRow } from '../api/methods.js'
import type { Access, Caller } from './access.js'
import type { ReadyAnswer, ReadyAnswers } from './ready-answers.js'

/** Where ready answers are looked up, once for every call, before the routes are woken. */
export interface ReadyShelf {
  /** Whether the answers of a method may lie here at all. */
  holds(target: string): boolean
  /**
   * The answer that lies ready for this question and that its caller may see; undefined leaves the call to the
   * routes, which also tell a caller what is wrong with his token.
   */
  find(question: string, request: IncomingMessage): ReadyAnswer | undefined
}

export function createReadyShelf(ready: ReadyAnswers, access: Access): ReadyShelf {
  function callerOf({ headers }: IncomingMessage): Caller | undefined {
    const token = headers['x-pmxt-access-token']
    try {
      return access.identify(typeof token === 'string' ? token : undefined, headers.authorization)
    } catch {
      return undefined
    }
  }

  return {
    holds(target) {
      const end = target.indexOf('?')
      const path = end < 0 ? target : target.slice(0, end)
      const name = path.slice(path.lastIndexOf('/') + 1)
      return ready.isOn && isMethodName(name) && methodRow(name).keptReady === true
    },
    find(question, request) {
      // Most answers are for anybody: who asks need not be known.
      const known = access.isOpen ? ready.get(question) : undefined
      if (known !== undefined) return known
      const caller = callerOf(request)
      // What lies ready was read of a venue.
      return caller?.rights.has('read') === true ? ready.get(question, caller.trusted) : undefined
    },
  }
}
