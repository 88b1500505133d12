import { defineKalshi } from './define.js'
import { hosts } from './hosts.js'

/** Kalshi: exchange of binary event contracts, priced in dollars, volumes in contracts. */
export const kalshi = defineKalshi({ id: 'kalshi', hosts, site: 'https://kalshi.com' })
