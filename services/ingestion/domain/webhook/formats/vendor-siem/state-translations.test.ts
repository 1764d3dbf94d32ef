import { expect, test } from 'vitest'
import { labelledStatus } from './state.ts'
import { translatedState } from './state-translations.ts'

test.each([
  [
    'resolved',
    'Gelöst',
    'GELÖST',
    'Gelo\u0308st',
    '6 - Gelöst',
    'Résolu',
    'Resuelta',
    ' Risolto ',
    '已解决',
    '解決',
  ],
  ['closed', 'Geschlossen', '7 - Fermé', 'Закрыт', 'Cerrado', 'Fechada', '닫힘'],
])('the labels of %s have the state %s', (state, ...labels) => {
  for (const label of labels) expect([label, translatedState(label)]).toEqual([label, state])
})

test.each([
  ...['Nicht gelöst', 'Non résolu', 'Nie rozwiązany', 'Не решена', '未解決', 'Gelöst 6'],
  ...[
    'Neu',
    'En cours',
    'Wiedereröffnet',
    'Rouvert',
    'Réouvert',
    'Reabierto',
    'Riaperto',
    'Heropend',
    '再開',
  ],
  // Words that also mean done, ended, off or locked.
  ...[
    'Erledigt',
    '完了',
    '終了',
    '已結束',
    '已关闭',
    '已關閉',
    'Kapalı',
    'Kapatıldı',
    'Închis',
    'Suljettu',
    'Lezárt',
  ],
  ...[
    'Zamknięty',
    'Beendet',
    'Deaktiviert',
    'Aus',
    'Terminé',
    'Désactivé',
    'Apagado',
    'Spento',
    'Uit',
    'Выключен',
  ],
])('the label "%s" names no end', (label) => {
  expect(translatedState(label)).toBeNull()
})

test.each([
  [{ a: 'Geschlossen' }, 'closed'],
  [{ a: 'Geschlossen', b: 2 }, null],
  [{ a: 'Geschlossen', b: '2' }, null],
  [{ a: 'Geschlossen', b: { c: 'Neu' } }, null],
  [{ a: { c: 'Geschlossen', d: 2 } }, 'closed'],
  [{ a: { c: 'Neu' }, b: 'Geschlossen' }, null],
  [{ a: '', b: 'Résolu' }, 'resolved'],
  [{ a: 'Geschlossen', b: 'Résolu' }, 'closed'],
  [{ a: 'Rouvert', b: 'Résolu' }, null],
  [{ a: 'Geschlossen', b: 'Wiedereröffnet' }, null],
  [{ a: 'Geschlossen', b: '2 - En cours' }, null],
  [{ a: ['Geschlossen', 'Neu'] }, null],
  [{ a: '7' }, null],
  [{}, null],
])('a label ends an alert only if no other field is open: %j is %s', (alert, state) => {
  expect(labelledStatus('a.c', 'a', 'b').read(alert)).toBe(state)
})
