import { create } from 'zustand'

const useSaid = create<{ text: string }>(() => ({ text: '' }))

/** Tells those who do not see the screen what has changed on it. */
export const announce = (text: string) => useSaid.setState({ text })

export function Announcer() {
  const text = useSaid((said) => said.text)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
