import { defineKalshi } from '../kalshi/native/define.js'
import { hosts } from './hosts.js'

/**
 * The demo exchange: Kalshi's API with play money and its own tickers. Its data is reset occasionally. One public user observed
 * no historical tier there; the documents list it, so it is requested, and 404 means that there is none.
 */
export const kalshiDemo = defineKalshi({
  id: 'kalshi-demo',
  hosts,
  site: 'https://demo.kalshi.co',
  isSandbox: true,
})
