import { generate } from 'selfsigned'

/** A certificate authority that nobody knows, and a server's certificate from it, as PEM. */
export interface PrivateAuthority {
  readonly authority: string
  readonly certificate: string
  readonly key: string
}

/** @param hosts names that the server goes by */
export async function privateAuthority(hosts: readonly string[]): Promise<PrivateAuthority> {
  const authority = await generate([{ name: 'commonName', value: 'A private authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  const server = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) }],
  })
  return { authority: authority.cert, certificate: server.cert, key: server.private }
}
