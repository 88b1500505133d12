// The same over the CommonJS build.
const { tour } = require('./tour-body.cjs')

tour(require('pmxtjs')).then((result) => {
  process.stdout.write(`${JSON.stringify(result)}\n`)
  process.exit(0)
})
