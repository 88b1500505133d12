import { defineKalshi } from '../kalshi/native/define.js'
import { hosts } from './hosts.js'

/**
 * The demo exchange: Kalshi's API with play money and tickers of its own. Its data is reset now and then. One public
 * user saw no historical tier there; the documents list it, so it is asked, and 404 means that there is none.
 */
export const kalshiDemo = defineKalshi({
  id: 'kalshi-demo',
  hosts,
  site: 'https://demo.kalshi.co',
  isSandbox: true,
})
