/** A browser without a screen: keeps cookies and follows redirects for as long as they stay on the given origin. */
export function createBrowser(origin: string) {
  const cookies = new Map<string, string>()

  async function visit(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ response: Response; url: string }> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) keepCookie(line)
    const location = response.headers.get('location')
    if (location === null) return { response, url }
    const next = new URL(location, url)
    return next.origin === origin ? visit(next.href) : { response, url: next.href }
  }

  function keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value) cookies.set(name, value)
    else cookies.delete(name)
  }

  return { visit }
}
