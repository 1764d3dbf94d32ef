import type { State } from './state-words.ts'

/**
 * Returns the state that a label in another language than English names, alone or after its number (`6 - Gelöst`); null for any
 * other text. The languages of a product's users decide the label that it sends.
 */
export function translatedState(text: string): State | null {
  const label = text.normalize('NFC').trim().toLowerCase().replace(NUMBER, '')
  return LABELS.get(label) ?? null
}

const NUMBER = /^[0-9]{1,3} ?[-–.:] ?/

/**
 * redmine/redmine, config/locales: the labels of the states `resolved` and `closed`, in the genders that its files have. Words
 * that also mean that work is done, such as `erledigt` and 完了, are left out, as are words for a rejection.
 */
const LABELS: ReadonlyMap<string, State> = new Map([
  ...each('resolved', 'gelöst résolu résolue resuelto resuelta risolto risolta resolvido resolvida opgelost'),
  ...each('resolved', 'rozwiązany rozwiązane vyřešený vyriešená löst løst megoldva rezolvat решена вирішено'),
  ...each('resolved', 'riješeno çözüldü 解決 해결 已解决 已解決'),
  ...each('closed', 'geschlossen fermé fermée cerrado cerrada chiuso chiusa fechado fechada gesloten'),
  ...each(
    'closed',
    'zamknięty zamknięta zamknięte uzavřený zavřený uzavretá uzavretý stängd lukket suljettu',
  ),
  ...each('closed', 'lezárt închis закрыт закрыта закрыто закритий закрите зачинено zatvoreno zatvoren'),
  ...each('closed', 'kapatıldı kapalı 終了 닫힘 已关闭 已結束 已關閉'),
])

function each(state: State, labels: string): [string, State][] {
  return labels.split(' ').map((label) => [label.normalize('NFC'), state])
}
