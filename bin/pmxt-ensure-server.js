#!/usr/bin/env node
const { ensureServer } = await import('../dist/ensure-server.js')
await ensureServer(process.argv.slice(2))
