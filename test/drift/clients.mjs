import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environments } from '../readers/python/support/environments.mjs'

/**
 * Which venue a client of test/readers speaks to. What is read of a client of many venues is limited to `parts`: texts,
 * of which one is in the path of the file. `along` names packages that a client keeps its models in.
 */
const venuesOfClients = {
  '@limitless-exchange/sdk': { venue: 'limitless' },
  '@nktkas/hyperliquid': { venue: 'hyperliquid' },
  '@opinion-labs/opinion-clob-sdk': { venue: 'opinion' },
  '@polymarket/client': { venue: 'polymarket', along: ['@polymarket/bindings', '@polymarket/types'] },
  '@polymarket/clob-client': { venue: 'polymarket' },
  '@polymarket/clob-client-v2': { venue: 'polymarket' },
  '@prob/clob': { venue: 'probable' },
  '@prob/core': { venue: 'probable' },
  ccxt: { venue: 'several', parts: ['prediction/'] },
  'forecasting-tools': { venue: 'metaculus', parts: ['data_models/', 'helpers/metaculus'] },
  hip4: { venue: 'hyperliquid' },
  'hunch-agent': { venue: 'hunch' },
  'hyperliquid-python-sdk': { venue: 'hyperliquid' },
  'kalshi-python-sync': { venue: 'kalshi' },
  'kalshi-sdk': { venue: 'kalshi' },
  'kalshi-typescript': { venue: 'kalshi' },
  'limitless-sdk': { venue: 'limitless' },
  // Its documents of other venues are older than those that the venues' own clients have.
  'pmxt-core': { venue: 'smarkets', parts: ['exchanges/smarkets/api.js'] },
  // The SDK of the hosted service, whose API is that of this daemon.
  pmxt: { venue: 'router', parts: ['pmxt/'] },
  nautilus_trader: { venue: 'polymarket', parts: ['adapters/polymarket/'] },
  'opinion-clob-sdk': { venue: 'opinion' },
  'polymarket-client': { venue: 'polymarket' },
  'polymarket-us': { venue: 'polymarket_us' },
  'py-clob-client': { venue: 'polymarket' },
  'py-clob-client-v2': { venue: 'polymarket' },
  pykalshi: { venue: 'kalshi' },
  'typed-hyperliquid': { venue: 'hyperliquid' },
}

/** What test/readers needs beside clients, and programs that read tables of any origin. */
const tools = new Set([
  'chdb',
  'duckdb',
  'duckdb-extension-ducklake',
  'duckdb-extension-httpfs',
  'ethers',
  'fastparquet',
  'matplotlib',
  'openapi-fetch',
  'openapi-typescript',
  'pandas',
  'polars',
  'pyarrow',
  'typescript',
  'viem',
  'ws',
])

/** Whether a package of test/readers is no client of a venue. */
function isTool(name) {
  return tools.has(name)
}

/** The venue of a client; its own name where nobody has said which. */
export function factsOf(name) {
  return venuesOfClients[name] ?? { venue: name }
}

/** @returns {{ name: string, version: string }[]} the JavaScript clients with their pinned versions */
export function npmClients(readers) {
  const { dependencies } = JSON.parse(readFileSync(join(readers, 'package.json'), 'utf8'))
  return Object.entries(dependencies)
    .filter(([name]) => !isTool(name))
    .map(([name, version]) => ({ name, version }))
}

/** The environments of the Python clients, as test/readers/python has them. */
export function pythonEnvironments(readers) {
  return environments(join(readers, 'python'))
    .map((one) => ({ ...one, clients: one.clients.filter(({ name }) => !isTool(name)) }))
    .filter(({ clients }) => clients.length > 0)
}
