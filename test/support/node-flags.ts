/**
 * Flags of Node for the processes of the tests: most functions run for a few seconds only, and compiling them well costs
 * more than it saves. Waiting six times as long with it takes a fifth of the processor time away. V8 knows the flag by
 * this name in Node 20 alone; others go without.
 */
export const compileLater: readonly string[] = process.version.startsWith('v20.')
  ? ['--interrupt-budget=400000']
  : []
