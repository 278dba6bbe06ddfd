import { PUBLIC } from '../../testing/public-address.ts'
import type { EgressRefusal } from '../src/core/platform/egress-refused.ts'

/** Names that the tests' resolver knows, and what it answers. */
export const HOSTILE_NAMES: Record<string, string[]> = {
  'loopback.example.org': ['127.0.0.1'],
  'loopback6.example.org': ['::1'],
  'private.example.org': ['10.0.0.1'],
  'mapped.example.org': ['::ffff:127.0.0.1'],
  'mapped-hex.example.org': ['::ffff:7f00:1'],
  'compatible.example.org': ['::127.0.0.1'],
  'nat64.example.org': ['64:ff9b::7f00:1'],
  'nat64-local.example.org': ['64:ff9b:1::7f00:1'],
  '6to4.example.org': ['2002:7f00:1::'],
  'teredo.example.org': ['2001:0:7f00:1::1'],
  'metadata.example.org': ['169.254.169.254'],
  'metadata6.example.org': ['fd00:ec2::254'],
  'zone.example.org': ['fe80::1%lo'],
  'mixed.example.org': [PUBLIC, '127.0.0.1'],
  'mixed-flipped.example.org': ['127.0.0.1', PUBLIC],
  'mixed-families.example.org': [PUBLIC, '::1'],
  'mixed-families-flipped.example.org': ['::1', PUBLIC],
  'not-an-address.example.org': ['localhost'],
  '127.0.0.1.example.org': ['127.0.0.1'],
}

type Case = [reason: EgressRefusal, url: string]

function cases(reason: EgressRefusal, urls: readonly string[]): Case[] {
  return urls.map((url) => [reason, url])
}

/** URLs that must not lead to a connection, each with the guard that refuses it. `port` is one the guard allows. */
export function hostileUrls(port: number): Case[] {
  const ok = `public.example.org:${port}`
  const evil = `127.0.0.1:${port}`
  const hosts = (block: string): string[] => words(block).map((host) => `http://${host}:${port}/`)
  return [
    ...cases('address', hosts(DENIED_LITERALS)),
    ...cases('address', [
      `HTTP://${evil}/`,
      `http://${evil}?@${ok}`,
      `http://${evil}#@${ok}`,
      `http://${evil}/a/../b`,
    ]),
    ...cases('address', hosts(Object.keys(HOSTILE_NAMES).join(' ')).concat(hosts('LOOPBACK.example.org'))),
    ...cases('no_address', hosts('nothing.example.org')),
    ...cases('not_canonical', hosts(OTHER_SPELLINGS)),
    ...cases('not_canonical', [`http:${evil}/`, `http:/${evil}/`, `http:///${evil}/`, `http:////${evil}/`]),
    ...cases('not_canonical', [`http:${ok}/`, `http:/${ok}/`, `http:///${ok}/`]),
    ...cases('not_canonical', [`http://@${evil}/`, `http://:@${evil}/`, `http://@${ok}/`]),
    ...cases('host', hosts(PRIVATE_NAMES).concat(hosts(`${'a'.repeat(64)}.example.org`))),
    ...cases('user_info', [`http://user:pw@${evil}/`, `http://ok@${evil}/`, `http://${ok}@${evil}/`]),
    ...cases('user_info', [
      `http://a@b@${evil}/`,
      `http://public.example.org%2f@${evil}/`,
      `http://:pw@${ok}/`,
    ]),
    ...cases('user_info', [`http://127.0.0.1@${ok}/`, `http://${evil}@${ok}/`, `http://127.0.0.1%2f@${ok}/`]),
    ...cases('port', words(OTHER_PORTS)),
    ...cases('scheme', words(OTHER_SCHEMES.replaceAll('EVIL', evil).replaceAll('OK', ok))),
    ...cases('url', words(BROKEN_URLS.replaceAll('EVIL', evil))),
    ...cases('url', [`http://${ok}/${'a'.repeat(8192)}`]),
    ...cases('text', hosts(LOOK_ALIKES)),
    ...cases('text', [
      `http://${evil}\\@${ok}/`,
      `http://${ok}\\@${evil}/`,
      `http:\\\\${evil}\\`,
      `\\\\${evil}\\a`,
    ]),
    ...cases('text', [
      `http://${ok}/\\..\\x`,
      `http://127.0.0.1\t:${port}/`,
      `ht\ntp://${evil}/`,
      ` http://${evil}/`,
    ]),
    ...cases('text', [`http://${evil}/ `, `http://127.0.0.1 :${port}/`, `http://127.0.0.1\u00a0:${port}/`]),
    ...cases('text', [
      `http://${evil}/\r\nX-Header: 1`,
      `http://${evil}/\0`,
      `\u0001http://${ok}/`,
      `http://${ok}/\x7f`,
    ]),
    ...cases('text', [
      `http://127.0.0.1\u00ad:${port}/`,
      `http://local\u00adhost:${port}/`,
      `http://\u202e${evil}/`,
    ]),
    ...cases('text', [
      `http://127.0.0.1\u200b:${port}/`,
      `http://127.0.0.1\ufeff:${port}/`,
      `http://${ok}\u2044@${evil}/`,
    ]),
    ...cases('text', ['', `http://${ok}/a b`, `http://${ok}/é`, `http://${ok}/\ud800`]),
  ]
}

const words = (block: string): string[] => block.match(/[^ \n]+/g) ?? []

const DENIED_LITERALS = `
  127.0.0.1 127.0.0.3 127.127.127.127 127.255.255.254 0.0.0.0 0.0.0.1
  10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255
  169.254.169.254 169.254.170.2 100.64.0.1 100.100.100.200 168.63.129.16
  192.0.0.192 192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  [::1] [::] [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::7f00:1] [::ffff:0:7f00:1]
  [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::1]
  [fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1] [fec0::1] [100::1]
  [2001:db8::1] [3fff::1] [5f00::1] [2001:2::1]`

const OTHER_SPELLINGS = `
  127.1 127.0.1 0177.0.0.1 0177.0.0.01 0x7f.0.0.1 0X7F.0.0.1 0x7f.0x0.0x0.0x1 0x7f000001 2130706433
  017700000001 0x7f.1 127.0.0.1. 127.000.000.001 0 0x0 00000000000
  10.1 012.0.0.1 167772161 192.168.1 3232235521 0xa9fea9fe 2852039166 0251.0376.0251.0376
  [0:0:0:0:0:0:0:1] [0000::1] [::ffff:127.0.0.1] [::127.0.0.1] [::ffff:169.254.169.254]
  [::ffff:0:127.0.0.1] [fd00::01]
  %31%32%37.0.0.1 127%2E0.0.1 127.0.0.1%2e %6c%6f%63%61%6c%68%6f%73%74
  %E2%91%A0%E2%91%A1%E2%91%A6.0.0.1 127%E3%80%820%E3%80%820%E3%80%821 %EF%BC%91%EF%BC%92%EF%BC%97.0.0.1
  127.0.0.1%C2%AD public.example.org%C2%AD`

const PRIVATE_NAMES = `
  localhost LOCALHOST localhost. foo.localhost localhost.localdomain ip6-localhost postgres metadata kubernetes
  metadata.google.internal metadata.google.internal. kubernetes.default.svc postgres.default.svc.cluster.local
  printer.local printer.LOCAL nas.lan router.home ad.corp wiki.intranet x.private 1.0.0.127.in-addr.arpa
  public.example.org. public..example.org .example.org a!b.example.org *.example.org`

const OTHER_PORTS = `
  http://127.0.0.1:22/ http://127.0.0.1:5432/ http://127.0.0.1/ http://[::1]:25/ http://public.example.org:22/
  http://public.example.org:6379/ http://public.example.org:0/ http://public.example.org:65535/
  https://public.example.org:8443/`

const OTHER_SCHEMES = `
  file:///etc/passwd file://127.0.0.1/etc/passwd gopher://EVIL/_GET ftp://EVIL/ dict://EVIL/ ldap://EVIL/
  ws://EVIL/ wss://OK/ data:image/png;base64,AAAA blob:http://EVIL/0 javascript:alert(1) jar:http://EVIL!/
  view-source:http://EVIL/ unix:/run/docker.sock http+unix://%2Frun%2Fdocker.sock/ s3://bucket/key about:blank
  mailto:a@b.example localhost:80/ public.example.org:80`

const BROKEN_URLS = `
  / //127.0.0.1/ ///127.0.0.1/ 127.0.0.1 EVIL :80/ http:// http:
  http://256.256.256.256/ http://999999999999/ http://0x100000000/ http://1.2.3.4.5/ http://127.0.0.1:65536/
  http://127.0.0.1:80:80/ http://public.example.org:80a/ http://[::1%25lo]/ http://[::1/ http://::1/
  http://[127.0.0.1]/ http://a%00b.example.org/ http://a%20b.example.org/ http://a%2fb.example.org/ http://%/`

const LOOK_ALIKES = '①②⑦.⓪.⓪.① ⑯⑨。②⑤④。⑯⑨｡②⑤④ 127。0。0。1 ⓛⓞⓒⓐⓛⓗⓞⓢⓣ １２７.0.0.1 lоcalhost.example.org'
