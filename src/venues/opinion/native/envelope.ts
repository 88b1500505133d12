import * as z from 'zod'

/** One page of the documents names the members `code` and `msg`, everything recorded `errno` and `errmsg`. */
export function withAliases(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || 'errno' in body || !('code' in body)) return body
  return { ...body, errno: body.code, ...('msg' in body ? { errmsg: body.msg } : {}) }
}

/** The envelope of a success; refusals have been told apart by the venue's error rule. */
export function answerOf<Result extends z.ZodType>(result: Result) {
  return z.preprocess(withAliases, z.object({ errno: z.literal(0), result }))
}
