// What a keyless user of the SDK does, over the ES-module build. Prints one JSON object.

import * as pmxt from 'pmxtjs'
import { tour } from './tour-body.cjs'

process.stdout.write(`${JSON.stringify(await tour(pmxt))}\n`)
process.exit(0)
