import { describe, expect, it } from 'vitest'
import { RequestBudget } from './request-budget.ts'

const MINUTE_MS = 60_000
const START_MS = 1_800_000_000_000 - (1_800_000_000_000 % MINUTE_MS)

/** The database's side of a minute, with one budget asking it. */
function createMinute(limit: number) {
  let nowMs = START_MS
  let used = 0
  let questions = 0
  const budget = new RequestBudget()
  return {
    budget,
    at: (ms: number) => {
      nowMs = START_MS + ms
    },
    questions: () => questions,
    used: () => used,
    takeElsewhere: (requests: number) => {
      used += requests
    },
    request: (isAway = false) => {
      const taken = budget.take(nowMs, limit)
      const asked = budget.ask(nowMs, limit)
      if (asked) questions++
      if (asked && isAway) budget.fail(asked.spent)
      if (!asked || isAway) return taken
      used += asked.spent
      const granted = Math.min(asked.wanted, Math.ceil(Math.max(0, limit - used) / 2))
      used += granted
      const ms_left = MINUTE_MS - (nowMs % MINUTE_MS)
      budget.answer(nowMs, limit, { granted, requests_used: used, ms_left }, asked.wanted)
      return taken
    },
    nextMinute: () => {
      nowMs += MINUTE_MS
      used = 0
    },
  }
}

describe('RequestBudget', () => {
  it('lets through as many as the minute holds, and asks for a thirtieth of them at a time', () => {
    const minute = createMinute(6_000)
    const taken = Array.from({ length: 7_000 }, () => minute.request().allowed)
    expect(taken.filter(Boolean)).toHaveLength(6_000)
    expect(minute.questions()).toBeLessThan(90)
    minute.nextMinute()
    expect(minute.request()).toMatchObject({ allowed: true })
  })

  it('tells what is left with what others took, and when the minute ends', () => {
    const minute = createMinute(300)
    minute.at(20_000)
    expect(minute.request()).toEqual({ allowed: true, remaining: 299, windowLeftS: 40 })
    minute.takeElsewhere(100)
    const last = Array.from({ length: 20 }, () => minute.request()).at(-1)
    expect(last?.remaining).toBe(300 - 100 - 21)
  })

  it('refuses within one lease after others have taken the rest', () => {
    const minute = createMinute(300)
    minute.request()
    minute.takeElsewhere(300)
    const taken = Array.from({ length: 50 }, () => minute.request().allowed)
    expect(taken.filter(Boolean).length).toBeLessThanOrEqual(10)
    expect(taken.at(-1)).toBe(false)
    // A refused organization is asked for once a second, so that a raised quota is heard of.
    const before = minute.questions()
    for (let n = 0; n < 50; n++) minute.request()
    expect(minute.questions()).toBe(before)
    minute.at(1_500)
    minute.request()
    expect(minute.questions()).toBe(before + 1)
  })

  it('without the database lets through what the organization may have in all, and no more', () => {
    const minute = createMinute(100)
    const taken = Array.from({ length: 250 }, () => minute.request(true).allowed)
    expect(taken.filter(Boolean)).toHaveLength(100)
    minute.nextMinute()
    expect(minute.request(true).allowed).toBe(true)
  })

  it('pays for what it let through while nobody answered', () => {
    const minute = createMinute(100)
    for (let n = 0; n < 40; n++) minute.request(true)
    minute.request()
    expect(minute.used()).toBeGreaterThanOrEqual(41)
  })
})
