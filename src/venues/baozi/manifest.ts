import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: { privateKey: ['BAOZI_PRIVATE_KEY'] },
  hosts: { rpc: ['BAOZI_RPC_URL', 'HELIUS_RPC_URL'] },
  volumes: 'SOL',
  recordable: ['bytes', 'commitment', 'encoding', 'filters', 'jsonrpc', 'memcmp', 'method', 'params'],
}
