import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, expect, test } from 'vitest'
import { cli, testHome, until } from '../../support/daemon.js'

interface Searched {
  readonly mode: string
  /** Absent in a failure. */
  readonly data?: readonly unknown[]
}

const home = testHome()
afterAll(() => home.remove())

test('the built command serves an assistant over stdin and stdout, in a demo world, and ends with it', async () => {
  const environment = Object.entries(home.environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', '--demo'],
    env: Object.fromEntries(environment),
    stderr: 'pipe',
  })
  const client = new Client({ name: 'test', version: '1' })
  const strays: unknown[] = []
  // What is not the protocol on stdout is an error of the transport.
  client.onerror = (error) => void strays.push(error)
  await client.connect(transport)
  expect(client.getServerVersion()).toMatchObject({ name: 'pmx-local' })
  // The first search builds the index, and is refused until it is there.
  const found = await until('the index of the search', async () => {
    const call = { name: 'search', arguments: { query: 'election', limit: 3 } }
    const { structuredContent } = (await client.callTool(call)) as unknown as { structuredContent: Searched }
    expect(structuredContent.mode).toBe('demo')
    return structuredContent.data
  })
  expect(found.length).toBeGreaterThan(0)
  const { resources } = await client.listResources()
  const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' })
  expect(contents[0]).toMatchObject({ mimeType: 'text/markdown' })
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve
  })
  await client.close()
  await ended
  expect(strays).toEqual([])
})
