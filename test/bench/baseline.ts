import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * The bare server that everything is measured against: `node:http` sending the bytes of a file, after reading and
 * parsing the body if there is one. Run as a process of its own; prints its port.
 */
const bytes = readFileSync(process.argv[2] ?? '')
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200, headers)
    response.end(bytes)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString())
    response.writeHead(200, headers)
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
