import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// Everything routed on the internet today lies here (RFC 4291 section 2.4). Asking for it, rather than denying what lies outside,
// refuses IPv4-compatible, mapped and translated, NAT64, ULA, site-local and segment-routing addresses at once.
const GLOBAL_UNICAST_6 = ipaddr.IPv6.parseCIDR('2000::/3')

// Ranges that ipaddr.js counts as unicast.
const DENIED_4 = [
  // Azure's host agent, reachable from every virtual machine and only from there.
  '168.63.129.16/32',
].map((range) => ipaddr.IPv4.parseCIDR(range))
const DENIED_6 = [
  // The closed 6bone (RFC 3701).
  '3ffe::/16',
].map((range) => ipaddr.IPv6.parseCIDR(range))

/** Whether an address belongs to the public internet: global unicast and of no special purpose (IANA, RFC 6890). */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js reads more spellings than a resolver writes, and a zone names a link of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !DENIED_4.some((range) => parsed.match(range))
  return parsed.match(GLOBAL_UNICAST_6) && !DENIED_6.some((range) => parsed.match(range))
}
