import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

/** Dialogs come later, with what they are made of. */
const LOOK =
  /\/src\/look\/(?!dialog)|\/icons\/(check|chevron-(left|right)|eye|keyboard|minus|pencil|plus|rotate-ccw|undo-2|x)\.m?js$/

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
    // What the first page needs comes as one file, and so does what nearly every page is drawn with: twenty small ones are
    // larger together and slower to fetch.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: 'look', test: LOOK },
          ],
        },
      },
    },
  },
}))
