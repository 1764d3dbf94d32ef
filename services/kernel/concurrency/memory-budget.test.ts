import { expect, test } from 'vitest'
import { memoryBudget } from './memory-budget.ts'

test('beyond the budget, the owner with the most loses its oldest hold', () => {
  const goods = memoryBudget(100)
  const lost: string[] = []
  const hold = (owner: string, name: string) => goods.hold(owner, () => lost.push(name))
  hold('small', 'small 1').add(20)
  hold('large', 'large 1').add(40)
  hold('large', 'large 2').add(40)
  expect(lost).toEqual([])
  hold('new', 'new 1').add(20)
  expect(lost).toEqual(['large 1'])
  expect(goods.held()).toBe(80)
})

test('an owner that asks for more than the whole budget loses its own hold', () => {
  const goods = memoryBudget(100)
  let dropped = 0
  const hold = goods.hold('one', () => {
    dropped += 1
  })
  hold.add(60)
  hold.add(60)
  hold.add(60)
  expect(dropped).toBe(1)
  expect(goods.held()).toBe(0)
  hold.release()
  expect(goods.held()).toBe(0)
})

test('a kept hold that is offered again is dropped once, by its new function, and kept again it is not', () => {
  const goods = memoryBudget(100)
  const lost: string[] = []
  const kept = ['first', 'second'].map((name) => {
    const hold = goods.hold('one', () => lost.push('while it grew'))
    hold.add(40)
    hold.keep()
    hold.offer(() => lost.push(name))
    return hold
  })
  goods.hold('two', () => lost.push('two')).add(30)
  expect(lost).toEqual(['first'])
  kept[1]!.keep()
  goods.hold('three', () => lost.push('three')).add(40)
  expect(lost).toEqual(['first', 'three'])
  expect(goods.held()).toBe(70)
})

test('a kept hold counts and is not dropped, and a released one does not count', () => {
  const goods = memoryBudget(100)
  const lost: string[] = []
  const kept = goods.hold('one', () => lost.push('kept'))
  kept.add(90)
  kept.keep()
  goods.hold('two', () => lost.push('two')).add(20)
  expect(lost).toEqual(['two'])
  kept.release()
  goods.hold('three', () => lost.push('three')).add(100)
  expect(lost).toEqual(['two'])
})
