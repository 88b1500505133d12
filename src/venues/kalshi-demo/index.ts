import { defineKalshi } from '../kalshi/define.js'
import { hosts } from './hosts.js'

/**
 * The demo exchange: Kalshi's API with play money and tickers of its own. Its data is reset now and then, and a
 * historical tier was seen missing.
 */
export const kalshiDemo = defineKalshi({
  id: 'kalshi-demo',
  hosts,
  site: 'https://demo.kalshi.co',
  hasArchive: false,
})
