import { DEFAULT_LANGUAGE, isConsoleLanguage, type Language } from '@walkaround/catalog/languages'
import { Download, Mail, Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { buttonLook } from '../look/button-look.ts'
import { toast } from '../look/toast.ts'
import { CopyText } from '../settings/pieces/copy-text.tsx'
import { Note } from '../settings/pieces/note.tsx'
import { QrCode, qrCodeFile } from './qr-code.tsx'

type Props = { url: string; language: Language; isReusable?: boolean; onClose: () => void }

/** The link, this once: to copy, to scan, to send. */
export function CreatedLink({ url, language, isReusable = false, onClose }: Props) {
  const { t, i18n } = useTranslation('capture')
  const languages = new Intl.DisplayNames([i18n.language], { type: 'language' })
  // The message is for the person who takes the pictures.
  const spoken = isConsoleLanguage(language) ? language : DEFAULT_LANGUAGE
  const { t: say } = useTranslation('capture', { lng: spoken, useSuspense: false })
  const message = { title: say('message.subject'), text: say('message.text'), url }
  const mail = `mailto:?subject=${encodeURIComponent(message.title)}&body=${encodeURIComponent(`${message.text}\n\n${url}`)}`
  const share = () =>
    navigator.share(message).catch((error: unknown) => {
      // Who closes the list of apps has not failed.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast.error(t('created.share_failed'))
    })
  return (
    <>
      <Note kind="careful" title={t('created.once')} className="mt-4 mb-4">
        <p>{t('created.once_text')}</p>
      </Note>
      <CopyText label={t('created.url')} value={url} />
      <div className="mt-4 flex items-center gap-4 max-sm:flex-col">
        <QrCode text={url} label={t('created.code')} />
        <div className="flex min-w-0 flex-1 flex-col gap-2 max-sm:w-full">
          <p className="text-quiet">{t(isReusable ? 'created.print_text' : 'created.scan_text')}</p>
          {isReusable ? (
            <a
              href={qrCodeFile(url)}
              download="walkaround-capture.svg"
              className={buttonLook({ touch: 'sm' })}
            >
              <Download aria-hidden className="size-4" />
              {t('created.download')}
            </a>
          ) : (
            <a href={mail} className={buttonLook({ touch: 'sm' })}>
              <Mail aria-hidden className="size-4" />
              {t('created.mail')}
            </a>
          )}
          {'share' in navigator ? (
            <Button onClick={share} touch="sm">
              <Share2 aria-hidden className="size-4" />
              {t('created.share')}
            </Button>
          ) : null}
          <p className="text-quiet text-sm">{t('created.language', { language: languages.of(language) })}</p>
        </div>
      </div>
      <Button kind="main" touch="sm" className="mt-5 w-full" onClick={onClose}>
        {t('created.done')}
      </Button>
    </>
  )
}
