import { accounts } from './issuer-accounts.ts'

export type LoginPage = { action: string; name?: string; error?: string }

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; display: grid; justify-items: center; padding: 2rem 1rem; }
  main { width: 100%; max-width: 24rem; }
  h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
  label { display: block; font-weight: 600; margin-top: 1rem; }
  input { box-sizing: border-box; width: 100%; font: inherit; padding: .5rem .75rem; border: 1px solid #767676; border-radius: .375rem; }
  button { margin-top: 1.5rem; width: 100%; font: inherit; font-weight: 600; padding: .6rem; border: 0; border-radius: .375rem; background: #1d4ed8; color: #fff; cursor: pointer; }
  input:focus-visible, button:focus-visible, summary:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
  .error { border-left: 4px solid #dc2626; padding: .5rem .75rem; margin: 0 0 1rem; background: #dc26261a; }
  section { margin-top: 2.5rem; border-top: 1px solid #76767659; padding-top: 1rem; font-size: .9rem; }
  h2 { font-size: 1rem; margin: 0; }
  ul { columns: 2; padding-left: 1.25rem; margin: .5rem 0; }
`

export function loginPage({ action, name = '', error }: LoginPage): string {
  const describedBy = error ? ' aria-invalid="true" aria-describedby="error"' : ''
  return page(
    'Sign in',
    `<h1>Sign in to Walkaround</h1>
    ${error ? `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>` : ''}
    <form method="post" action="${escapeHtml(action)}">
      <label for="name">User name</label>
      <input id="name" name="name" value="${escapeHtml(name)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${describedBy}${error ? '' : ' autofocus'}>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required${describedBy}${error ? ' autofocus' : ''}>
      <button type="submit">Sign in</button>
    </form>
    <section aria-labelledby="users">
      <h2 id="users">Demo users</h2>
      <ul>${accounts.map((account) => `<li>${escapeHtml(account.name)}</li>`).join('')}</ul>
      <p>They share one password: <code>STACK_USER_PASSWORD</code> in the stack’s <code>env</code> file.</p>
    </section>`,
  )
}

/** Asks for the code that a terminal shows. The issuer makes the form. */
export function deviceCodePage(form: string, isWrong: boolean): string {
  const error = '<p class="error" role="alert">No sign-in waits for this code. Check it, and try again.</p>'
  return page(
    'Enter the code',
    `<h1>Enter the code from your terminal</h1>${isWrong ? error : ''}${form}
    <button type="submit" form="op.deviceInputForm">Continue</button>`,
  )
}

export function deviceConfirmPage(form: string, code: string): string {
  return page(
    'Confirm the code',
    `<h1>Is this the code in your terminal?</h1><p><strong>${escapeHtml(code)}</strong></p>${form}
    <button type="submit" form="op.deviceConfirmForm" autofocus>Continue</button>
    <button type="submit" form="op.deviceConfirmForm" name="abort" value="yes">Cancel</button>`,
  )
}

export function messagePage(title: string, message: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)} – Walkaround</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
    ${body}
    </main>
  </body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
