/** One hold of an owner on a limited resource. */
export type Hold = {
  /** Adds to the hold. The hold that is dropped for it may be this one. */
  add(amount: number): void
  /** From now on the hold is not dropped. It counts until it is released. */
  keep(): void
  /** From now on a hold that was kept may be dropped again. @param drop ends it then, in place of the former function */
  offer(drop: () => void): void
  /** Gives the whole hold back. */
  release(): void
}

/** A limited resource that many owners share: bytes in memory. */
export type MemoryBudget = {
  /** @param drop ends the hold; called at most once, when the limit is reached and its owner holds the most */
  hold(owner: string, drop: () => void): Hold
  /** How much is held now. */
  held(): number
}

/**
 * A budget of a limited resource. Owners have no fixed share: below the limit, every owner gets what it requests. Above the limit,
 * the owner that holds the most loses its oldest hold, so that an attacker displaces only its own holds.
 */
export function memoryBudget(limit: number): MemoryBudget {
  const owners = new Map<string, Owner>()
  let total = 0

  const give = (part: Part, amount: number): void => {
    part.amount += amount
    part.owner.amount += amount
    total += amount
  }
  const release = (part: Part): void => {
    const { owner } = part
    if (!owner.parts.delete(part)) return
    give(part, -part.amount)
    if (owner.parts.size === 0) owners.delete(owner.name)
  }
  /** The oldest hold of the largest owner that can be dropped. */
  const victim = (): Part | undefined => {
    const largest = [...owners.values()].sort((a, b) => b.amount - a.amount)
    for (const { parts } of largest)
      for (const part of parts) if (part.droppable && part.amount > 0) return part
    return undefined
  }
  return {
    hold: (name, drop) => {
      const owner = owners.get(name) ?? { name, amount: 0, parts: new Set() }
      owners.set(name, owner)
      const part: Part = { owner, amount: 0, droppable: true, drop }
      owner.parts.add(part)
      return {
        add: (amount) => {
          if (!owner.parts.has(part)) return
          give(part, amount)
          while (total > limit) {
            const lost = victim()
            if (lost === undefined) return
            release(lost)
            lost.drop()
          }
        },
        keep: () => {
          part.droppable = false
        },
        offer: (end) => {
          part.droppable = true
          part.drop = end
        },
        release: () => release(part),
      }
    },
    held: () => total,
  }
}

type Owner = { name: string; amount: number; parts: Set<Part> }
type Part = { owner: Owner; amount: number; droppable: boolean; drop: () => void }
