/**
 * Returns the eval type for the name that a tool gives to a test, probe, plugin or metric: one of the API's known words
 * (docs/api.md, evaluation results), or `custom`. `--eval-type` overrides it.
 */
export function evalTypeOf(name: string): string {
  const text = name.toLowerCase()
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'custom'
}

/** The first match counts. */
const WORDS: [RegExp, string][] = [
  [/jailbreak|^dan\b|\bdan\.|tap\.|suffix|grandma|crescendo|goat/, 'jailbreak'],
  [
    /prompt.?(inject|extract|leak)|injection|hijack|latentinjection|encoding|smuggl|indirect/,
    'prompt_injection',
  ],
  [/pii|leak|privacy|exfil|xss|replay|secret|data.?(protection|exposure)/, 'data_leakage'],
  [/toxic|harmful:hate|hate|insult|profan|lmrc|slur|harassment|atkgen|realtoxicity/, 'toxicity'],
  [/\bbias|stereotyp|fairness|bbq|winogender/, 'bias'],
  [/hallucinat|faithful|grounded|snowball|misleading|packagehallucination|factual|truthful/, 'hallucination'],
  [/tool|function.?call|bfcl|agentic|trajectory|excessive.agency/, 'tool_use'],
  [/robust|perturb|adversarial|paraphras|consisten/, 'robustness'],
  [/drift/, 'drift'],
  [/harm|malware|safety|danger|weapon|refus|donotanswer|exploit|av.?spam/, 'safety'],
  [
    /acc|exact.?match|\bf1\b|\bem\b|pass@|bleu|rouge|correct|score|match|relevan|recall|precision/,
    'accuracy',
  ],
]
