import { rowsAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'

const API = '/api/agent/v1'

/** Hunch over a demo world, by paths below its agent API. */
export async function openHunch() {
  const stage = await createStage('hunch')
  const get = (path: string): unknown => stage.get('agent', `${API}${path}`)
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const { status, body: text } = stage.ask('agent', 'POST', `${API}${path}`, body, headers)
    const parsed: unknown = JSON.parse(text)
    return { status, body: parsed }
  }
  return {
    stage,
    get,
    probe: (path: string) => stage.probe('agent', `${API}${path}`),
    post,
    open: rowsAt(get('/markets'), 'markets'),
  }
}
