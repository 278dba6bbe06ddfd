import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './egress-address.ts'

// First and last address of every range of the IANA special-purpose registries, of multicast and of what else is
// not global unicast. Seen red: without `range()`, without 2000::/3 and without either list, rows here fail.
const DENIED = `
0.0.0.0 0.255.255.255
10.0.0.0 10.255.255.255
100.64.0.0 100.127.255.255
127.0.0.0 127.255.255.255
168.63.129.16 168.63.129.16
169.254.0.0 169.254.255.255
172.16.0.0 172.31.255.255
192.0.0.0 192.0.0.255
192.0.2.0 192.0.2.255
192.31.196.0 192.31.196.255
192.52.193.0 192.52.193.255
192.88.99.0 192.88.99.255
192.168.0.0 192.168.255.255
192.175.48.0 192.175.48.255
198.18.0.0 198.19.255.255
198.51.100.0 198.51.100.255
203.0.113.0 203.0.113.255
224.0.0.0 239.255.255.255
240.0.0.0 255.255.255.255
:: ::1
::0.0.0.2 ::255.255.255.255
::ffff:0:0 ::ffff:ffff:ffff
::ffff:8.8.8.8 ::ffff:127.0.0.1
::ffff:0:0:0 ::ffff:0:ffff:ffff
64:ff9b:: 64:ff9b::ffff:ffff
64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff
100:: 100::ffff:ffff:ffff:ffff
100:0:0:1:: 100:0:0:1:ffff:ffff:ffff:ffff
200:: 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
2001:: 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff
2001:1::1 2001:1::3
2001:2:: 2001:2:0:ffff:ffff:ffff:ffff:ffff
2001:3:: 2001:3:ffff:ffff:ffff:ffff:ffff:ffff
2001:4:112:: 2001:4:112:ffff:ffff:ffff:ffff:ffff
2001:10:: 2001:1f:ffff:ffff:ffff:ffff:ffff:ffff
2001:20:: 2001:2f:ffff:ffff:ffff:ffff:ffff:ffff
2001:30:: 2001:3f:ffff:ffff:ffff:ffff:ffff:ffff
2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff
2002:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff
2620:4f:8000:: 2620:4f:8000:ffff:ffff:ffff:ffff:ffff
3ffe:: 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff
3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff
4000:: 5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
5f00:: 5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff
8000:: efff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fc00:: fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fe00:: fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fe80:: febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fec0:: feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
ff00:: ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
`
// The neighbours of the denied ranges, and well-known public addresses.
const PUBLIC = `
1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17
169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.167.255.255
192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255
8.8.8.8 1.1.1.1 93.184.215.14
2001:200:: 2001:db7:ffff:: 2001:db9:: 2003:: 2400:: 2606:4700:4700::1111 2620:4f:7fff:: 2620:4f:8001:: 2a00:1450::1
3ffd:ffff:: 2001:4860:4860::8888
`
const NOT_ADDRESSES = [
  '',
  ' ',
  '8.8.8',
  '8.8.8.8.',
  '010.8.8.8',
  '0x8.8.8.8',
  '134744072',
  '8.8.8.8 ',
  '8.8.8.8/32',
]
const NOT_ADDRESSES_6 = [
  '[2a00::1]',
  '2a00::1%eth0',
  '2a00::1%',
  'fe80::1%lo',
  '2a00::1::2',
  'localhost',
  'example.com',
]

const words = (text: string): string[] => text.trim().split(/\s+/)

describe('isPublicAddress', () => {
  it.each(words(DENIED))('denies %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(words(PUBLIC))('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([...NOT_ADDRESSES, ...NOT_ADDRESSES_6])('denies %j, which no resolver answers', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })
})
