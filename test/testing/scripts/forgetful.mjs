// Starts a replay, says where it is, and ends without stopping it.
import { startReplay } from 'pmx-local/testing'

const { url } = await startReplay({ cassette: process.env.CASSETTE })
process.stdout.write(`${url}\n`)
