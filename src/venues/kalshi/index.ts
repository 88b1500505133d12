import { hosts } from './hosts.js'
import { defineKalshi } from './native/define.js'

/** Kalshi: exchange of binary event contracts, priced in dollars, volumes in contracts. */
export const kalshi = defineKalshi({ id: 'kalshi', hosts, site: 'https://kalshi.com' })
