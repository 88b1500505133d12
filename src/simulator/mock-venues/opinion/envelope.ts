import { json, Refusal, type Reply } from '../../http/reply.js'

/** Returns a success envelope, as of every response: HTTP 200 and `errno` 0 (README.md). */
export function success(result: unknown): Reply {
  return json({ errmsg: '', errno: 0, result })
}

/** Returns an error; a known error also has HTTP 200. */
export function failure(errno: number, errmsg: string): Refusal {
  return new Refusal(json({ errmsg, errno, result: null }))
}

/** Returns the error recorded for an unknown market id; that it also applies to tokens and slugs is a guess. */
export function unknownId(): Refusal {
  return failure(10200, 'Topic ID does not exist')
}

/** Returns the other documented form of the envelope, for errors with their own HTTP status. */
export function httpFailure(status: number, msg: string): Reply {
  return json({ code: status, msg, result: null }, status)
}

export function badRequest(msg: string): Refusal {
  return new Refusal(httpFailure(400, msg))
}
