import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'

// The service serves the built files under this path.
const BASE = '/capture/'

/** Tells the service worker which files belong to this build. */
function listFiles(): Plugin {
  return {
    name: 'list-files',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['service-worker.js']
        if (worker?.type !== 'chunk') throw new Error('the service worker was not built')
        const names = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .toSorted()
        const page = JSON.stringify(bundle['index.html'] ?? '')
        const version = createHash('sha256')
          .update(names.join())
          .update(page)
          .update(worker.code)
          .digest('hex')
        const files = ['/capture', ...names.map((name) => BASE + name)]
        worker.code = `const BUILD_VERSION=${JSON.stringify(version.slice(0, 12))},BUILD_FILES=${JSON.stringify(files)};${worker.code}`
      },
    },
  }
}

export default defineConfig({
  base: BASE,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [listFiles()],
  build: {
    target: 'es2022',
    // What is written into other files comes from data: addresses, of which the page policy lets in pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: 'index.html',
        'service-worker': 'src/service-worker.ts',
        element: 'src/element.ts',
      },
      output: {
        // Others know these two by their names.
        entryFileNames: ({ name }) =>
          name === 'service-worker' || name === 'element' ? `${name}.js` : 'assets/[name]-[hash].js',
      },
    },
  },
})
