import type { State } from './state-words.ts'

/**
 * Returns the state that a label in another language than English names, alone or after its number (`6 - Gelöst`); null for any
 * other text. MUST be used only for a field that is known to hold the state of the alert: such a word can describe anything else.
 */
export function translatedState(text: string): State | null {
  const label = text.normalize('NFC').trim().toLowerCase().replace(NUMBER, '')
  return LABELS.get(label) ?? null
}

const NUMBER = /^[0-9]{1,3} ?[-–.:] ?/

/**
 * redmine/redmine, config/locales: the labels of the states `resolved` and `closed`, in the genders that its files have. Left out
 * are words that also mean that work is done (`erledigt`, 完了), that a program or device ended or is off (`kapalı`, `închis`, 終了),
 * or that an account is locked (`lezárt`), and words for a rejection.
 */
const LABELS: ReadonlyMap<string, State> = new Map([
  ...each('resolved', 'gelöst résolu résolue resuelto resuelta risolto risolta resolvido resolvida opgelost'),
  ...each('resolved', 'rozwiązany rozwiązane vyřešený vyriešená löst løst megoldva rezolvat решена вирішено'),
  ...each('resolved', 'riješeno çözüldü 解決 해결 已解决 已解決'),
  ...each('closed', 'geschlossen fermé fermée cerrado cerrada chiuso chiusa fechado fechada gesloten'),
  ...each('closed', 'uzavřený zavřený uzavretá uzavretý stängd lukket'),
  ...each('closed', 'закрыт закрыта закрыто закритий закрите зачинено zatvoreno zatvoren 닫힘'),
])

function each(state: State, labels: string): [string, State][] {
  return labels.split(' ').map((label) => [label.normalize('NFC'), state])
}
