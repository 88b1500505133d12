import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'

/** Returns a success envelope, as of every response: HTTP 200 and `errno` 0 (README.md). */
export function toSuccessReply(result: unknown): Reply {
  return toJsonReply({ errmsg: '', errno: 0, result })
}

/** Returns an error; a known error also has HTTP 200. */
export function createFailure(errno: number, errmsg: string): Refusal {
  return new Refusal(toJsonReply({ errmsg, errno, result: null }))
}

/** Returns the error recorded for an unknown market id; that it also applies to tokens and slugs is a guess. */
export function createUnknownId(): Refusal {
  return createFailure(10200, 'Topic ID does not exist')
}

/** Returns the other documented form of the envelope, for errors with their own HTTP status. */
export function toFailureReply(status: number, msg: string): Reply {
  return toJsonReply({ code: status, msg, result: null }, status)
}

export function createBadRequest(msg: string): Refusal {
  return new Refusal(toFailureReply(400, msg))
}
