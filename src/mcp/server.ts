import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import type { MethodName } from '../api/arguments/methods.js'
import { toFailure } from '../api/envelope/envelope.js'
import { PmxError } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import { describeOrigin, toToolData } from './tool-data.js'
import { createTools, readToolInput, type Tool, type ToolCall } from './tools.js'

/** An answer of the API, wherever it comes from. */
export interface ToolAnswer {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The envelope. */
  readonly body: unknown
}

/** What of a request is known beside its arguments. */
interface AskedBy {
  readonly signal: AbortSignal
  /** Of the HTTP request that carried it; undefined without one. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>> | undefined
  /** What carries the reply; undefined without HTTP. */
  readonly connection?: unknown
}

/** A page of the guide. */
interface GuidePage {
  readonly name: string
  readonly title: string
}

export interface Guide {
  pages(): Promise<readonly GuidePage[]>
  /** Its text as Markdown. @throws where there is none */
  read(name: string): Promise<string>
}

export interface AssistantDeps {
  readonly version: string
  readonly guide: Guide
  /** Tools that trade are offered, and ask for confirmation. */
  readonly trading: boolean
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
  call(venue: VenueId, method: MethodName, args: readonly unknown[], by: AskedBy): Promise<ToolAnswer>
}

const GUIDE = 'pmx://guide/'
/** How long lists that are just being read are waited for. */
const LISTING_PATIENCE_MS = 20_000

const instructions = [
  'Prediction markets of many venues through one local daemon. Prices are probabilities from 0 to 1, sizes are contracts.',
  'Begin with search (all venues) or markets (one venue), take an outcomeId of what they list, then ask book, candles or trades with the exchange of that row.',
  'Every answer says its mode (live, demo or replay: only live is real) and how old it is. Absent numbers are unknown, not zero.',
].join(' ')

/** A server for one assistant. */
export function createAssistantServer(deps: AssistantDeps): Server {
  const server = new Server(
    { name: 'pmx-local', version: deps.version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  const tools = createTools(deps.trading)

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema, isTrade }) => ({
      name,
      description,
      // Schemas of ours are JSON Schema; the SDK's type wants members that could be changed.
      inputSchema: structuredClone(inputSchema) as { type: 'object' },
      annotations: { readOnlyHint: !isTrade, destructiveHint: isTrade, openWorldHint: true },
    })),
  }))

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined)
      throw new McpError(
        ErrorCode.InvalidParams,
        `No tool '${params.name.slice(0, 60)}'; there are ${tools.map(({ name }) => name).join(', ')}.`,
      )
    const input = params.arguments ?? {}
    try {
      const call = readToolInput(tool, input)
      if (tool.isTrade) await assertConfirmed(server, tool, input, extra)
      const by = {
        signal: extra.signal,
        headers: extra.requestInfo?.headers,
        connection: extra.authInfo?.extra?.['connection'],
      }
      return resultOf(tool, await ask(deps, tool.method, call, by), deps.now())
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      return failed(toFailure(error).body.error, {})
    }
  })

  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: (await deps.guide.pages()).map(({ name, title }) => ({
      uri: GUIDE + name,
      name,
      title,
      mimeType: 'text/markdown',
    })),
  }))

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const pages = await deps.guide.pages()
    const page = pages.find(({ name }) => GUIDE + name === uri)
    if (page === undefined) throw new McpError(ErrorCode.InvalidParams, `No resource ${uri.slice(0, 100)}`)
    return { contents: [{ uri, mimeType: 'text/markdown', text: await deps.guide.read(page.name) }] }
  })

  return server
}

interface Failure {
  readonly code?: string
  readonly message: string
  readonly retryAfter?: number
  readonly detail?: { readonly kind?: unknown } | null
}

function failureIn(body: unknown): Failure | undefined {
  const { success, error } = body as { readonly success: boolean; readonly error?: Failure }
  return success ? undefined : (error ?? { message: 'The call failed.' })
}

/** Asks; lists that are being read for the first time are waited for. */
async function ask(
  deps: AssistantDeps,
  method: MethodName,
  { exchange, args }: ToolCall,
  by: AskedBy,
): Promise<ToolAnswer> {
  const until = deps.now() + LISTING_PATIENCE_MS
  for (;;) {
    const answer = await deps.call(exchange, method, args, by)
    const { detail, retryAfter } = failureIn(answer.body) ?? {}
    const isYetToCome = String(detail?.kind).startsWith('still_') && retryAfter !== undefined
    if (!isYetToCome || deps.now() + retryAfter * 1000 > until) return answer
    await deps.sleep(retryAfter * 1000, by.signal)
  }
}

function resultOf({ method }: Tool, { headers, body }: ToolAnswer, at: number): CallToolResult {
  const origin = describeOrigin(headers, at)
  const error = failureIn(body)
  if (error !== undefined) return failed(error, origin)
  return asResult({ ...origin, ...toToolData(method, (body as { readonly data?: unknown }).data ?? null) })
}

function failed(error: object, origin: object): CallToolResult {
  return { ...asResult({ ...origin, error }), isError: true }
}

function asResult(told: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(told) }], structuredContent: { ...told } }
}

/** A person may take so long to answer; the SDK's own patience is a minute, that with a machine. */
const PERSON_MS = 10 * 60_000

/**
 * Nobody's money is moved on an assistant's word alone: the person is asked where the assistant can ask him, and must have
 * been asked where it cannot.
 * @throws PERMISSION_DENIED
 */
async function assertConfirmed(
  server: Server,
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { requestId, signal }: { readonly requestId: RequestId; readonly signal: AbortSignal },
): Promise<void> {
  const refusal = (message: string): PmxError =>
    new PmxError('PERMISSION_DENIED', message, { detail: { kind: 'not_confirmed' } })
  if (server.getClientCapabilities()?.elicitation?.form === undefined) {
    if (input['confirm'] === true) return
    throw refusal(
      `${tool.name} trades with real money: show the person this very order, and call again with confirm: true when he has said yes.`,
    )
  }
  const { confirm: _said, ...order } = input
  const question = {
    message: `${tool.description} ${JSON.stringify(order)}`,
    requestedSchema: {
      type: 'object' as const,
      properties: {
        confirm: { type: 'boolean' as const, title: 'Do it', description: 'This trades with real money.' },
      },
      required: ['confirm'],
    },
  }
  // Over HTTP it goes where the call's own answer will: a stream of its own is open only where an assistant wants one.
  // A call that is taken back is not asked for any more, so a late yes places nothing.
  const { action, content } = await server.elicitInput(question, {
    relatedRequestId: requestId,
    signal,
    timeout: PERSON_MS,
  })
  if (action !== 'accept' || content?.['confirm'] !== true) throw refusal('The person did not confirm it.')
}
