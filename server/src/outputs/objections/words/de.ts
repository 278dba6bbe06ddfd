import type { ContestWords } from './en.ts'

export const de: ContestWords = {
  code_title: 'Nachweise ansehen und widersprechen',
  code_intro: 'Geben Sie den Code ein, den Sie mit diesem Link erhalten haben.',
  code: 'Code',
  open: 'Öffnen',
  wrong: 'Dieser Code stimmt nicht. Prüfen Sie ihn und versuchen Sie es erneut.',
  locked:
    'Zu viele falsche Codes. Versuchen Sie es in einer Stunde erneut oder bitten Sie um einen neuen Link.',
  ended: 'Dieser Link gilt nicht mehr. Bitten Sie um einen neuen.',
  gone: 'Unter dieser Adresse gibt es nichts. Prüfen Sie den Link oder bitten Sie um einen neuen.',
  person: 'Software schlägt vor, ein Mensch entscheidet. Nichts wird automatisch berechnet.',
  findings: 'Was festgestellt wurde',
  no_findings: 'Es ist kein Schaden erfasst.',
  vehicle: 'Fahrzeug',
  object: 'Widersprechen',
  intro: (days: number): string =>
    days === 1
      ? 'Schreiben Sie, was nicht stimmt. Ein Mensch liest es und antwortet innerhalb eines Tages.'
      : `Schreiben Sie, was nicht stimmt. Ein Mensch liest es und antwortet innerhalb von ${days} Tagen.`,
  about: 'Worum geht es?',
  everything: 'Um alles',
  text: 'Was stimmt nicht?',
  text_hint: 'Höchstens 4.000 Zeichen.',
  pictures: 'Fotos',
  pictures_hint: (most: number): string =>
    `Freiwillig, höchstens ${most}. Nur wer Ihnen antwortet, sieht sie.`,
  send: 'Widerspruch senden',
  yours: 'Ihre Widersprüche',
  sent: 'Gesendet',
  due: 'Antwort zugesagt bis',
  waiting: 'Noch nicht beantwortet',
  late: 'Antwort überfällig',
  reason: 'Begründung',
  decided: 'Von einem Menschen entschieden',
  earlier: 'Frühere Entscheidung',
  upheld: 'Stattgegeben',
  partly_upheld: 'Teilweise stattgegeben',
  rejected: 'Abgelehnt',
  full: 'Sie haben so viele Widersprüche gesendet, wie dieser Link erlaubt.',
  text_wrong: 'Nichts wurde gesendet. Schreiben Sie 1 bis 4.000 Zeichen.',
  changed: 'Nichts wurde gesendet. Die Feststellungen haben sich geändert; sehen Sie sie noch einmal an.',
  picture_wrong: 'Nichts wurde gesendet. Ein Foto ist nicht lesbar. Verwenden Sie JPEG, PNG, WebP oder HEIC.',
  picture_large: 'Nichts wurde gesendet. Ein Foto ist zu groß, oder es sind zu viele.',
  failed: 'Nichts wurde gesendet. Versuchen Sie es gleich noch einmal.',
}
