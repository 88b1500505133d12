// Calls that fail, each at a server that makes it fail in one way. Prints what the SDK raised, by the name of the case.
const pmxt = require('pmxtjs')

const cases = JSON.parse(process.argv[2])

async function main() {
  const raised = {}
  const exchanges = {
    polymarket: new pmxt.Polymarket(),
    kalshi: new pmxt.Kalshi(),
    limitless: new pmxt.Limitless(),
  }
  for (const { name, venue, method, args } of cases) {
    try {
      await exchanges[venue][method](...args)
      raised[name] = { name: 'nothing' }
    } catch (error) {
      const { code, retryable, retryAfter, field, exchange, message } = error
      raised[name] = { name: error.constructor.name, code, retryable, retryAfter, field, exchange, message }
    }
  }
  process.stdout.write(`${JSON.stringify(raised)}\n`)
  process.exit(0)
}
main()
