import * as z from 'zod'

/** Renames members: one page of the documents has `code` and `msg`, all recordings `errno` and `errmsg`. */
export function withAliases(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || 'errno' in body || !('code' in body)) return body
  return { ...body, errno: body.code, ...('msg' in body ? { errmsg: body.msg } : {}) }
}

/** Returns the schema of a successful response's envelope. The venue's error rule has already handled refusals. */
export function answerOf<Result extends z.ZodType>(result: Result) {
  return z.preprocess(withAliases, z.object({ errno: z.literal(0), result }))
}
