import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useWords } from '../words/words.ts'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = {
  onClick: () => void
  children: ComponentChildren
  look?: 'main' | 'plain' | 'ghost' | 'danger'
  icon?: IconName
  disabled?: boolean
}

export const Button = ({ onClick, children, look = 'plain', icon, disabled = false }: ButtonProps) => (
  <button type="button" class={`button ${look}`} onClick={onClick} disabled={disabled}>
    {icon ? <Icon name={icon} /> : null}
    <span>{children}</span>
  </button>
)

type ScreenProps = {
  title: string
  onBack?: (() => void) | undefined
  actions: ComponentChildren
  children: ComponentChildren
}

/** A page with a bar at its top and what to do at its bottom, within reach of a thumb. */
export function Screen({ title, onBack, actions, children }: ScreenProps) {
  const t = useWords()
  return (
    <div class="screen">
      <header class="bar">
        {onBack ? (
          <button type="button" class="tap" aria-label={t('back')} onClick={onBack}>
            <Icon name="back" />
          </button>
        ) : (
          <span class="tap" />
        )}
        <p class="bar-title">{title}</p>
        <span class="tap" />
      </header>
      <main>{children}</main>
      <footer>{actions}</footer>
    </div>
  )
}

/** Takes the focus, so that a screen reader begins at the top of a new screen. */
export function Heading({ children }: { children: ComponentChildren }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={ref} tabIndex={-1}>
      {children}
    </h1>
  )
}

type FactProps = { icon: IconName; look?: 'good' | 'warn' | ''; title: string; text?: string }

export const Fact = ({ icon, look = '', title, text }: FactProps) => (
  <li class="fact">
    <span class={`disc ${look}`}>
      <Icon name={icon} />
    </span>
    <span>
      <b>{title}</b>
      {text ? <small>{text}</small> : null}
    </span>
  </li>
)

type SwitchProps = { label: string; more: string; isOn: boolean; onChange: (isOn: boolean) => void }

export const Switch = ({ label, more, isOn, onChange }: SwitchProps) => (
  <label class="switch">
    <span>
      <b>{label}</b>
      <small>{more}</small>
    </span>
    <input
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </label>
)
