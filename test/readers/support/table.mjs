import { after } from 'node:test'

/** Statuses of responses since the last row: a client may keep an error to itself. */
const seen = []
const { fetch } = globalThis
globalThis.fetch = async (...args) => {
  const response = await fetch(...args)
  seen.push(response.status)
  return response
}

/**
 * The table of one client, method x result, printed at the end. Allowed are ok, refused with the venue's status and
 * words, and 501 for a documented route that the simulation does not play; everything else fails.
 */
export function tableOf(client) {
  const rows = []
  after(() => {
    const width = Math.max(...rows.map(([method]) => method.length))
    const lines = rows.map(([method, result]) => `${method.padEnd(width)}  ${result}`)
    process.stdout.write(`${client}\n${lines.join('\n')}\n`)
  })

  const attempt = async (call) => {
    seen.length = 0
    try {
      return { value: await call() }
    } catch (error) {
      return { error }
    }
  }

  return {
    /** The call returns a value that passes the check, and no response is an error. */
    async ok(method, call, check = () => true) {
      const { value, error } = await attempt(call)
      if (error !== undefined) throw new Error(`${method}: ${error.message}`, { cause: error })
      const errors = seen.filter((status) => status >= 400)
      if (errors.length > 0) throw new Error(`${method}: the client says nothing of ${errors.join(', ')}`)
      if (!check(value)) throw new Error(`${method}: not as expected: ${JSON.stringify(value)}`)
      rows.push([method, 'ok'])
      return value
    },
    /** The same of a route that the simulation may leave out. */
    async okOrNotPlayed(method, call, check) {
      const { error } = await attempt(call)
      if (error !== undefined && seen.includes(501)) rows.push([method, '501'])
      else await this.ok(method, call, check)
    },
    async refused(method, call, { status, says }) {
      const { value, error } = await attempt(call)
      const text = `${error?.message ?? JSON.stringify(value)}`
      if (!seen.includes(status) || !text.includes(says)) {
        throw new Error(`${method}: expected ${status} '${says}', got ${seen.join(', ')} '${text}'`)
      }
      rows.push([method, `refused: ${status} ${says}`])
    },
  }
}
