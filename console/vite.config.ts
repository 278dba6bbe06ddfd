import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

// The service serves the built files under this path, and its own answers beside them.
export default defineConfig(({ mode }) => ({
  base: '/console/',
  plugins: [react(), tailwindcss()],
  // `pnpm dev` names the service that the pages belong to.
  server: {
    proxy: {
      '/console/config.json': {
        target: loadEnv(mode, import.meta.dirname, 'WALKAROUND_').WALKAROUND_URL ?? '',
        secure: false,
      },
    },
  },
  build: {
    target: 'es2023',
    // The page policy lets nothing in that is written into the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first page needs comes as one file: twenty small ones are larger together and slower to fetch.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] } } },
  },
}))
