import { assertNotHidden } from '../../daemon/files/private-files.js'
import { stateFilesIn } from '../../daemon/files/state-paths.js'
import { describeLock } from '../../daemon/lifecycle/sdk-lock-watch.js'
import { isRunning, readInstance } from '../../daemon/lifecycle/state-folder-lock.js'
import { systemClock } from '../../effects/clock.js'
import { describeStop } from '../../orders/stop.js'
import { fetchVerboseHealth } from '../client/http-client.js'
import { tokenAt } from '../client/open-caller.js'
import { shapes } from '../client/response-shapes.js'
import { addDaemonFlags, type Register } from '../options/command.js'
import { type DaemonFlags, readSettings, type Settings } from '../options/settings.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { findAnsweringDaemon, findSilentDaemon } from '../process/find-daemon.js'
import { END_TIMEOUT_MS, MERGE_TIMEOUT_MS, waitUntilEnded } from '../process/until-ended.js'
import { renderDatabaseState } from '../tables/database-state.js'
import { listSummary, renderListState, renderSkippedRows } from '../tables/list-state.js'
import { renderVenueState, renderVenueTrouble } from '../tables/venue-state.js'

interface ManageFlags extends DaemonFlags {
  readonly json?: boolean
}

interface StatusFlags extends ManageFlags {
  readonly verbose?: boolean
}

export const stopCommand: Register = (program, output) => {
  addDaemonFlags(program.command('stop').description('Stop the daemon')).action((flags) =>
    stop(flags, output),
  )
}

export const statusCommand: Register = (program, output) => {
  addDaemonFlags(
    program.command('status').description('Show the state of the daemon (exit code 3 if it is not running)'),
  )
    .option('-v, --verbose', 'Show every venue and list, and the omitted rows')
    .action((flags) => status(flags, output))
}

/** `pmx-local stop`: signals the daemon, but only if the recorded process responds as that daemon. */
async function stop(flags: ManageFlags, output: Output): Promise<void> {
  const settings = readSettings(flags)
  const path = stateFilesIn(settings.paths.stateDir).instance
  // An unreadable file of another user does not mean that no daemon runs.
  assertNotHidden(path)
  const instance = readInstance(path)
  if (instance === undefined || !isRunning(instance)) {
    if (flags.json === true) output.json({ stopped: false, reason: 'not_running' })
    else output.line('Not running.')
    return
  }
  // A daemon that merges its recording is already stopping. A second signal would end it immediately.
  const isEnding = instance.port !== undefined && instance.merged !== undefined
  const running = isEnding ? instance : await findAnsweringDaemon(settings)
  if (running === undefined) {
    const silent = await findSilentDaemon(settings)
    if (silent?.stopped === true) {
      throw new CommandFailed(`${silent.message}\n  Then stop it: pmx-local stop`)
    }
    if (silent !== undefined) {
      throw new CommandFailed(
        silent.busy
          ? `${silent.message}\n  The daemon was not stopped. If it stays busy for minutes, end it: kill ${silent.pid}`
          : `${silent.message}\n  No signal was sent to it.`,
      )
    }
    throw new CommandFailed(
      `Process ${instance.pid} is starting or stopping in ${settings.paths.stateDir}, and has no port yet, so it was not stopped. ` +
        "Retry: 'pmx-local stop'.",
    )
  }
  if (!isEnding) process.kill(running.pid, 'SIGTERM')
  const ending = {
    isRunning: () => isRunning(running),
    merged: () => readInstance(path)?.merged,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  }
  const hasEnded = await waitUntilEnded(ending, () =>
    output.note(
      `pid ${running.pid} is writing its recording to ${running.recording}. Wait for it to finish.`,
    ),
  )
  if (!hasEnded) {
    throw new CommandFailed(
      ending.merged() === undefined
        ? `pid ${running.pid} received the stop signal but is still running after ${END_TIMEOUT_MS / 1000} s. Retry in a moment: pmx-local stop`
        : `pid ${running.pid} is writing its recording but has made no progress for ${MERGE_TIMEOUT_MS / 1000} s. The recorded calls are in ${running.recording}.journal.`,
    )
  }
  if (flags.json === true) output.json({ stopped: true, pid: running.pid })
  else output.line(`Stopped pid ${running.pid}.`)
}

/** `pmx-local status`: exit code 0 when running, 3 when not. */
async function status(flags: StatusFlags, output: Output): Promise<void> {
  const settings = readSettings(flags)
  assertNotHidden(stateFilesIn(settings.paths.stateDir).instance)
  const running = await findAnsweringDaemon(settings)
  if (running === undefined) {
    const silent = await findSilentDaemon(settings)
    if (flags.json === true) {
      const { stateDir } = settings.paths
      output.json({ running: false, ...(silent === undefined ? {} : { silent }), stateDir })
    } else if (silent !== undefined) output.note(silent.message)
    else output.line(`Not running (state folder ${settings.paths.stateDir}).`)
    process.exitCode = exitCodes.notAsExpected
    return
  }
  const address = `http://localhost:${running.port}`
  const isVerbose = flags.verbose === true
  if (flags.json === true) {
    const lists = isVerbose ? shapes.listStates.safeParse(await healthOf(running.port, settings)).data : {}
    return output.json({
      running: true,
      address,
      ...running,
      offline: running.offline === true,
      stateDir: settings.paths.stateDir,
      ...lists,
    })
  }
  const offline = running.offline === true ? ', offline (no venue calls)' : ''
  const recording = running.recording === undefined ? '' : `, recording into ${running.recording}`
  const since = new Date(running.startedAt).toISOString()
  output.line(`Running: ${address}`)
  output.line(
    `  mode ${running.mode}${offline}${recording}, pid ${running.pid}, version ${running.version}, since ${since}`,
  )
  output.line(`  state folder ${settings.paths.stateDir}`)
  const health = await healthOf(running.port, settings)
  const lines = [
    ...lockLines(health),
    ...fileLines(health),
    ...orderLines(health),
    ...venueLines(health, output.columns, running.mode === 'demo' && !isVerbose),
    ...listsLines(health, isVerbose, output.columns),
  ]
  for (const line of lines) output.line(line)
}

/** Returns the verbose health, or undefined without access, or when the daemon is too busy to respond. */
function healthOf(port: number, settings: Settings): Promise<unknown> {
  const url = new URL(`http://localhost:${port}`)
  return fetchVerboseHealth({ url, token: tokenAt(port, settings) }).catch(() => undefined)
}

/** Describes the SDKs' lock file. Empty if it points to this daemon or is turned off. */
function lockLines(health: unknown): readonly string[] {
  const lock = shapes.sdkLock.safeParse(health).data?.sdkLock
  return lock === undefined || lock.leads === 'here' ? [] : [`  ${toPrintable(describeLock(lock))}`]
}

function fileLines(health: unknown): readonly string[] {
  return renderDatabaseState({
    candles: shapes.storeState.safeParse(health).data?.candleStore,
    lists: shapes.catalogState.safeParse(health).data?.catalog,
  })
}

function orderLines(health: unknown): readonly string[] {
  const { orders: state, orderJournal } = shapes.orderState.safeParse(health).data ?? {}
  const { inDoubt = 0, stopped } = state ?? {}
  const lines = [
    ...(orderJournal === undefined
      ? []
      : [
          `  the order journal cannot be used, and no order is placed (${toPrintable(orderJournal.unusable)}): pmx-local orders log`,
        ]),
    ...(stopped === undefined ? [] : [`  ${toPrintable(describeStop(stopped))}: pmx-local orders resume`]),
  ]
  if (inDoubt === 0) return lines
  const orders = inDoubt === 1 ? 'order' : 'orders'
  return [...lines, `  ${inDoubt} ${orders} with unknown status: pmx-local orders pending --resolve`]
}

function venueLines(health: unknown, columns: number, isBrief: boolean): readonly string[] {
  const states = shapes.venueStates.safeParse(health)
  if (!states.success) return []
  return isBrief ? renderVenueTrouble(states.data, columns) : renderVenueState(states.data, columns)
}

function listsLines(health: unknown, isVerbose: boolean, columns: number): readonly string[] {
  const told = shapes.listStates.safeParse(health)
  if (!told.success) return []
  const { catalog, skippedRows } = told.data
  const space = { now: systemClock.now(), columns }
  if (!isVerbose) return listSummary(catalog.lists, space)
  const lines = renderListState(catalog.lists, space)
  return [...(lines.length === 0 ? [] : ['  lists']), ...lines, ...renderSkippedRows(skippedRows, columns)]
}
