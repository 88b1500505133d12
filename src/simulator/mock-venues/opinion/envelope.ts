import { json, Refusal, type Reply } from '../../http/reply.js'

/** The wrapping of every answer: HTTP 200 and `errno`, 0 for success (README.md). */
export function success(result: unknown): Reply {
  return json({ errmsg: '', errno: 0, result })
}

/** What is known and refused comes with HTTP 200 all the same. */
export function failure(errno: number, errmsg: string): Refusal {
  return new Refusal(json({ errmsg, errno, result: null }))
}

/** Recorded for an unknown market id; that unknown tokens and slugs are answered alike is a guess. */
export function unknownId(): Refusal {
  return failure(10200, 'Topic ID does not exist')
}

/** The other spelling of the wrapping, which the documents show where the HTTP status tells of the failure too. */
export function httpFailure(status: number, msg: string): Reply {
  return json({ code: status, msg, result: null }, status)
}

export function badRequest(msg: string): Refusal {
  return new Refusal(httpFailure(400, msg))
}
