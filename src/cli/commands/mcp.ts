import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { builtGuide } from '../../daemon/files/guide-pages.js'
import { systemClock } from '../../effects/clock.js'
import { type AssistantDeps, createAssistantServer, type ToolAnswer } from '../../mcp/server.js'
import { version } from '../../version.js'
import type { ApiCaller } from '../client/caller.js'
import { serializeFailure } from '../client/http-client.js'
import { openCaller, type RequestFlags } from '../client/open-caller.js'
import { addRequestFlags, type Register } from '../options/command.js'
import { readSettings } from '../options/settings.js'
import { CommandFailed, type Output } from '../output/output.js'

const help = [
  '',
  'For the configuration of an assistant (Claude Desktop, Cursor and others):',
  '  {"mcpServers": {"pmx-local": {"command": "npx", "args": ["-y", "pmx-local", "mcp"]}}}',
  'It uses the running daemon. If no daemon is running, it calls the venues from its own process. With --demo it uses a simulation.',
].join('\n')

export const mcpCommand: Register = (program, output) => {
  addRequestFlags(
    program.command('mcp').description('Serve an assistant over stdin and stdout (Model Context Protocol)'),
  )
    .addHelpText('after', help)
    .action((flags) => serve(flags, output))
}

/** `pmx-local mcp`: writes only the protocol to stdout, and ends when stdin does. */
async function serve(flags: RequestFlags, output: Output): Promise<void> {
  const callers = createCallers(flags)
  // Wrong flags are reported at the start, not at the first call.
  const first = await callers.current()
  if (flags.verbose === true) output.note(`asked: ${first.where}`)
  const server = createAssistantServer({
    version,
    guide: builtGuide,
    trading: readSettings(flags).config.trading.enabled,
    now: systemClock.now,
    sleep: systemClock.sleep,
    call: callers.call,
  })
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
  await callers.close()
}

/** Creates the caller on demand. When a daemon disappears, the next call looks for one again. */
function createCallers(flags: RequestFlags) {
  let opened: Promise<ApiCaller> | undefined

  function current(): Promise<ApiCaller> {
    opened ??= openCaller(flags)
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }

  async function close(): Promise<void> {
    const caller = await opened?.catch(() => undefined)
    opened = undefined
    await caller?.close()
  }

  return {
    current,
    close,
    async call(...[venue, method, args, { signal }]: Parameters<AssistantDeps['call']>): Promise<ToolAnswer> {
      try {
        return await (await current()).call(venue, method, args, { signal })
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error
        await close()
        return { headers: {}, body: { success: false, error: serializeFailure(error) } }
      }
    },
  }
}
