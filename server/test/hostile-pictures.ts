import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { hostileJpegs } from './hostile-jpeg.ts'
import { hostilePngs } from './hostile-png.ts'
import { hostileWebps } from './hostile-webp.ts'
import { quarters } from './pictures.ts'

export type HostilePicture = { name: string; bytes: Uint8Array }

const text = (value: string) => Buffer.from(value, 'latin1')

/** Files made from nothing that lie, burst, or are not pictures at all. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const all = {
    ...hostilePngs(),
    ...(await hostileJpegs()),
    ...(await hostileWebps()),
    ...(await disguisedFiles()),
  }
  return Object.entries(all).map(([name, bytes]) => ({ name, bytes }))
}

/** Everything here is some other kind of file, and must be refused as that. */
export async function disguisedFiles(): Promise<Record<string, Uint8Array>> {
  const svg = (body: string) =>
    text(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${body}</svg>`)
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  const box = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), text(`ftyp${brand}\0\0\0\0${brand}mif1`), Buffer.alloc(400)])
  return {
    'empty file': Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    'two bytes of a JPEG': Buffer.from([0xff, 0xd8]),
    'seven bytes of a PNG': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a]),
    'a PNG spoilt by a text transfer': text('\x89PNG\n\x1a\n'),
    'eleven bytes of a WebP': text('RIFF\0\0\0\0WEB'),
    zeros: Buffer.alloc(100_000),
    'SVG with a file reference': svg('<image href="file:///etc/passwd"/>'),
    'SVG with an address': svg('<image href="http://169.254.169.254/latest/meta-data/"/>'),
    'SVG with an external entity': Buffer.concat([
      text('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      svg('<text>&x;</text>'),
    ]),
    'SVG with a billion laughs': Buffer.concat([
      text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>`),
      svg('<text>&l9;</text>'),
    ]),
    'SVG 30000 × 30000': text('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>'),
    GIF: await quarters(32, 32).gif().toBuffer(),
    'GIF 65535 × 65535': text('GIF89a\xff\xff\xff\xff\0\0\0;'),
    'GIF that is a JAR': Buffer.concat([
      text('GIF89a\x01\0\x01\0\0\0\0;'),
      text('PK\x03\x04'),
      Buffer.alloc(500),
    ]),
    TIFF: await quarters(32, 32).tiff().toBuffer(),
    'TIFF that points at itself': text('II*\0\x08\0\0\0\0\0\x08\0\0\0'),
    BigTIFF: text('MM\0+\0\x08\0\0\0\0\0\0\0\0\0\x10'),
    BMP: Buffer.concat([text('BM'), Buffer.alloc(100, 1)]),
    ICO: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(100)]),
    AVIF: await sharp(await quarters(64, 64).png().toBuffer())
      .avif({ effort: 0 })
      .toBuffer(),
    'HEIC brand and nothing else': box('heic'),
    MP4: box('isom'),
    'JPEG XL': Buffer.from([0xff, 0x0a, 0, 0, 0, 0, 0, 0]),
    'JPEG XL in a box': text('\0\0\0\x0cJXL \r\n\x87\n'),
    'JPEG 2000': text('\0\0\0\x0cjP  \r\n\x87\n'),
    PDF: text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
    PostScript: text('%!PS-Adobe-3.0\n(/etc/passwd) (r) file'),
    'EPS preview': Buffer.concat([Buffer.from([0xc5, 0xd0, 0xd3, 0xc6]), Buffer.alloc(100)]),
    MVG: text('push graphic-context\nfill \'url(https://example.com/x.jpg"|ls "-la)\'\npop graphic-context'),
    MSL: text('<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>'),
    HTML: text('<html><body><script>alert(1)</script></body></html>'),
    XML: text('<?xml version="1.0"?><a/>'),
    JSON: text('{"image":"data:image/png;base64,AAAA"}'),
    ZIP: Buffer.concat([text('PK\x03\x04'), Buffer.alloc(300)]),
    gzip: gzipSync('picture'),
    'PDF before a JPEG': Buffer.concat([text('%PDF-1.7\n'), await quarters(32, 32).jpeg().toBuffer()]),
    'a JPEG after one space': Buffer.concat([text(' '), await quarters(32, 32).jpeg().toBuffer()]),
    ELF: Buffer.concat([text('\x7fELF\x02\x01\x01'), Buffer.alloc(300)]),
    WebAssembly: text('\0asm\x01\0\0\0'),
    'shell script': text('#!/bin/sh\ncat /etc/passwd'),
    PPM: text('P6 4 4 255 '.padEnd(80, 'x')),
    FITS: text('SIMPLE  =                    T'.padEnd(2880)),
    OpenEXR: Buffer.from([0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]),
    Radiance: text('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 4\n'),
    'libvips native': Buffer.concat([Buffer.from([0xb6, 0xa6, 0xf2, 0x08]), Buffer.alloc(200)]),
  }
}
