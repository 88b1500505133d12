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

/** A response of the API, from any caller. */
export interface ToolAnswer {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The envelope. */
  readonly body: unknown
}

/** Facts about a request besides its arguments. */
interface AskedBy {
  readonly signal: AbortSignal
  /** Headers of its HTTP request, or undefined without one. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>> | undefined
  /** Connection of the reply, or undefined without HTTP. */
  readonly connection?: unknown
}

/** A page of the guide. */
interface GuidePage {
  readonly name: string
  readonly title: string
}

export interface Guide {
  pages(): Promise<readonly GuidePage[]>
  /** Returns the text of a page as Markdown. @throws for an unknown page */
  read(name: string): Promise<string>
}

export interface AssistantDeps {
  readonly version: string
  readonly guide: Guide
  /** Whether tools that trade are offered; they require confirmation. */
  readonly trading: boolean
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
  call(venue: VenueId, method: MethodName, args: readonly unknown[], by: AskedBy): Promise<ToolAnswer>
}

const GUIDE = 'pmx://guide/'
/** Maximum time to wait for lists that are being read, ms. */
const LISTING_PATIENCE_MS = 20_000

const instructions = [
  'Prediction markets on many venues through one local daemon. Prices are probabilities from 0 to 1, sizes are contracts.',
  'Begin with search (all venues) or markets (one venue). Then call book, candles or trades with an outcomeId and the exchange of a row.',
  'Every result includes its mode (live, demo or replay) and its age. Only live data is real. Missing numbers are unknown, not zero.',
].join(' ')

/** Creates a server for one assistant. */
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
      // The schemas here are JSON Schema; the SDK's type requires mutable members.
      inputSchema: structuredClone(inputSchema) as { type: 'object' },
      annotations: { readOnlyHint: !isTrade, destructiveHint: isTrade, openWorldHint: true },
    })),
  }))

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined)
      throw new McpError(
        ErrorCode.InvalidParams,
        `No tool '${params.name.slice(0, 60)}'; the tools are ${tools.map(({ name }) => name).join(', ')}.`,
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

/** Calls the API, and waits for lists that are being read for the first time. */
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

/** Maximum time for the user's confirmation. The SDK's default of a minute is meant for programs. */
const PERSON_MS = 10 * 60_000

/**
 * Checks that the user confirmed a trade. If the assistant supports it, the server requests the confirmation; elsewhere
 * the `confirm` argument must be true.
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
      `${tool.name} trades with real money. Show the user this exact order, and call again with confirm: true after the user has agreed.`,
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
  // Over HTTP the request goes through the response of the call: a separate stream is open only where an assistant opens one.
  // Canceling the call cancels this request, so that a late confirmation places nothing.
  const { action, content } = await server.elicitInput(question, {
    relatedRequestId: requestId,
    signal,
    timeout: PERSON_MS,
  })
  if (action !== 'accept' || content?.['confirm'] !== true)
    throw refusal('The user did not confirm the order.')
}
