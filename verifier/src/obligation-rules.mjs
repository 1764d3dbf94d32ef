// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations, whose types are taken away. Do not change it here.
/** A day of the Gregorian calendar, without a zone. */

/** A time zone. */

/**
 * The end of a period that begins at an instant. Hours are hours, also across a change of the clocks. Days and months end with the
 * last millisecond of their last day in the time zone; the day of the event does not count; a month clamps to its end
 * (Regulation (EEC, Euratom) No 1182/71 article 3).
 */
function endOf(from, { amount, unit }, zone) {
  if (unit === 'hours') return from + amount * HOUR
  const day = dayAt(from, zone);
  const last = unit === 'days' ? daysLater(day, amount) : monthsLater(day, amount);
  return startOf(daysLater(last, 1), 0, zone) - 1
}

/** Noon of the next working day, for an instant on a weekend or a holiday; else the instant itself. */
function noonOfWorkingDay(at, holidays, zone) {
  const day = utc(dayAt(at, zone));
  const free = daysOf(holidays);
  let next = day;
  while (isWeekend(next) || free.has(next)) next += DAY;
  return next === day ? at : startOf(dayAt(next, UTC), 12, zone)
}

/** @param midnight UTC of a day; the first one of the epoch was a Thursday. */
function isWeekend(midnight) {
  const weekday = (midnight / DAY + 4) % 7;
  return weekday === 0 || weekday === 6 || weekday === -1
}

/** Midnight UTC of each day of a list. A list may have thousands, and is asked for every step. */
function daysOf(list) {
  const known = days$1.get(list);
  if (known) return known
  const found = new Set(
    list
      .filter((text) => /^\d{4}-\d\d-\d\d$/.test(text))
      .map((text) => Date.parse(text))
      .filter(Number.isFinite),
  );
  days$1.set(list, found);
  return found
}

const days$1 = new WeakMap ();

/** The instant at which an hour of a day begins in a time zone. An hour that the clocks leave out begins when they change. */
function startOf(day, hour, zone) {
  const local = utc(day) + hour * HOUR;
  const before = local - zone.offsetAt(local - 24 * HOUR);
  const after = local - zone.offsetAt(local + 24 * HOUR);
  if (local - before === zone.offsetAt(before)) return before
  return local - after === zone.offsetAt(after) ? after : before
}

function dayAt(at, zone) {
  const local = new Date(at + zone.offsetAt(at));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

function daysLater({ year, month, day }, days) {
  return dayAt(Date.UTC(year, month - 1, day + days), UTC)
}

function monthsLater({ year, month, day }, months) {
  const last = new Date(Date.UTC(year, month + months, 0));
  return {
    year: last.getUTCFullYear(),
    month: last.getUTCMonth() + 1,
    day: Math.min(day, last.getUTCDate()),
  }
}

function utc({ year, month, day }) {
  return Date.UTC(year, month - 1, day)
}

/** A time zone by its IANA name. */
function zoneOf(timeZone) {
  if (timeZone === 'UTC') return UTC
  let clock;
  return {
    offsetAt: (at) => {
      clock ??= clockOf(timeZone);
      const parts = {};
      for (const { type, value } of clock.formatToParts(at)) parts[type] = Number(value);
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
      const local = Date.UTC(year, month - 1, day, hour, minute, second);
      return local - (at - (((at % 1000) + 1000) % 1000))
    },
  }
}

function clockOf(timeZone) {
  const numeric = 'numeric';
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
}

const UTC = { offsetAt: () => 0 };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When something happened, and the moment that was used where the one asked for is not known. */

/**
 * A moment of the incident. Where it is not known, the earliest known one is used, but never the moment of occurrence: nobody
 * knew then.
 */
function momentOf(incident, moment) {
  const known = timeOf(incident, moment);
  if (known !== undefined) return { at: known, standsIn: null }
  let standsIn = 'detected';
  for (const other of STAND_INS)
    if ((timeOf(incident, other) ?? Number.POSITIVE_INFINITY) < timeOf(incident, standsIn)) standsIn = other;
  return { at: timeOf(incident, standsIn), standsIn }
}

/** When a moment was, where that is known. */
function timeOf(incident, moment) {
  const text = moment === 'detected' ? incident.detected_at : incident.moments[moment];
  return text === undefined ? undefined : Date.parse(text)
}

const STAND_INS = ['aware', 'classified', 'contained', 'recovered', 'handled'];

/** The rule set that was valid at an instant. Before the first one, it is the first; after the last one, the last. */
function ruleSetAt({ sets }, at) {
  let found = sets[0];
  for (const set of sets) if (Date.parse(set.valid_from) <= at) found = set;
  return found
}

/** The current filings: the newest correction in the place of each one that was corrected. */
function currentFilings(filings) {
  const newest = new Map ();
  for (const filing of filings) newest.set(filing.corrects ?? filing.id, filing);
  return [...newest.values()]
}

/** The filings of a step, earliest first. */
function ofStep(filings, regime, step) {
  return filings
    .filter((filing) => filing.regime === regime && filing.step === step)
    .sort(
      (a, b) =>
        Date.parse(a.submitted_at) - Date.parse(b.submitted_at) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    )
}

/** The state of an obligation that applies. */
function stateOf(
  dueAt,
  began,
  filedAt,
  now,
) {
  if (filedAt !== undefined) return dueAt === null || filedAt <= dueAt ? 'filed' : 'filed_late'
  if (!began) return 'waiting'
  return dueAt === null || now <= dueAt ? 'due' : 'overdue'
}

/** What a regime is applied to. */

/** A step of a regime. Filings and the present time decide the state of its obligation. */

/** A regime: at which levels it is reported, lowest first, and its steps. */

/** The limit of a step: that of the rule set, unless the organization's law differs. */
function limitOf({ regime, set, settings, aware }, step, variant = '') {
  for (const { recipient, amount, unit, ...one } of settings.differences) {
    if (one.regime !== regime || one.step !== step || recipient !== null || amount === 0 || unit === null)
      continue
    if (isValid(one, aware)) return { amount, unit }
  }
  const limit = set.limits[`${regime}.${step}${variant === '' ? '' : `.${variant}`}`];
  if (limit === undefined) throw new TypeError(`rule set ${set.version} has no limit ${regime}.${step}`)
  return limit
}

/** Whether a national difference is in force on the day of an instant, in UTC. */
function isValid(
  { valid_from, valid_until },
  at,
) {
  const day = new Date(at).toISOString().slice(0, 10);
  return (valid_from === null || valid_from <= day) && (valid_until === null || day < valid_until)
}

/** When a step was first filed. */
function firstFiled({ filings, regime }, step) {
  const [first] = ofStep(filings, regime, step);
  return first === undefined ? null : Date.parse(first.submitted_at)
}

/** When a step was last filed: an update counts. */
function lastFiled({ filings, regime }, step) {
  const last = ofStep(filings, regime, step).at(-1);
  return last === undefined ? null : Date.parse(last.submitted_at)
}

/** Regulation (EU) 2024/1689 article 73(2) to (4). */
const aiAct = {
  name: 'ai_act',
  regulation: 'ai_act',
  levels: ['serious', 'death', 'widespread'],
  stepNames: ['serious_incident'],
  steps(given) {
    const aware = momentOf(given.incident, 'aware');
    const variant = given.level === 'serious' ? '' : given.level;
    return [
      {
        step: 'serious_incident',
        recipient: 'market surveillance authority',
        runsFrom: 'aware',
        article: ARTICLES[given.level] ?? 'AI Act 73(2)',
        from: aware.at,
        standsIn: aware.standsIn,
        due: endOf(aware.at, limitOf(given, 'serious_incident', variant), given.zone),
        forecast: null,
      },
    ]
  },
};

/** `widespread`: a widespread infringement, or a serious and irreversible disruption of critical infrastructure. */
const ARTICLES = { widespread: 'AI Act 73(3)', death: 'AI Act 73(4)' };

/** Directive (EU) 2022/2557 article 15(1). */
const cer = {
  name: 'cer',
  regulation: 'cer',
  levels: ['significant'],
  stepNames: ['initial', 'detailed'],
  steps(given) {
    const aware = momentOf(given.incident, 'aware');
    const step = (name) => ({
      step: name,
      recipient: 'competent authority',
      article: 'CER 15(1)',
      runsFrom: 'aware',
      from: aware.at,
      standsIn: aware.standsIn,
      forecast: null,
      due: endOf(aware.at, limitOf(given, name), given.zone),
    });
    return [step('initial'), step('detailed')]
  },
};

const RECIPIENT$2 = 'CSIRT and ENISA';

/** Regulation (EU) 2024/2847 article 14(2): an actively exploited vulnerability. */
const craVulnerability = {
  name: 'cra_vulnerability',
  regulation: '',
  levels: ['actively_exploited'],
  stepNames: ['early_warning', 'notification', 'final'],
  steps(given) {
    const available = timeOf(given.incident, 'measure_available');
    const end = available && endOf(available, limitOf(given, 'final'), given.zone);
    const final = {
      step: 'final',
      recipient: RECIPIENT$2,
      article: 'CRA 14(2)(c)',
      runsFrom: 'measure_available',
      from: available ?? null,
      due: end ?? null,
      forecast: null,
    };
    return [...early(given, '14(2)'), final]
  },
};

/** Regulation (EU) 2024/2847 article 14(4): a severe incident. */
const craIncident = {
  name: 'cra_incident',
  regulation: 'cra',
  levels: ['severe'],
  stepNames: ['early_warning', 'notification', 'final'],
  steps(given) {
    const [warning, notification] = early(given, '14(4)');
    const submitted = firstFiled(given, 'notification');
    const end = (from) => endOf(from, limitOf(given, 'final'), given.zone);
    const final = {
      step: 'final',
      recipient: RECIPIENT$2,
      article: 'CRA 14(4)(c)',
      runsFrom: 'submission of notification',
      from: submitted,
      due: submitted === null ? null : end(submitted),
      forecast: submitted === null ? end(notification.due) : null,
    };
    return [warning, notification, final]
  },
};

function early(given, article) {
  const aware = momentOf(given.incident, 'aware');
  const step = (name, letter) => ({
    step: name,
    recipient: RECIPIENT$2,
    article: `CRA ${article}(${letter})`,
    runsFrom: 'aware',
    from: aware.at,
    standsIn: aware.standsIn,
    forecast: null,
    due: endOf(aware.at, limitOf(given, name), given.zone),
  });
  return [step('early_warning', 'a'), step('notification', 'b')]
}

const RECIPIENT$1 = 'competent authority (DORA 46)';

/** Regulation (EU) 2022/2554 article 19(4), Delegated Regulation (EU) 2025/301 article 5. */
const dora = {
  name: 'dora',
  regulation: 'dora',
  levels: ['major'],
  stepNames: ['initial', 'intermediate', 'final'],
  steps(given) {
    const initial = initialReport(given);
    const intermediate = after(given, 'intermediate', '5(1)(b)', {
      of: 'initial',
      at: firstFiled(given, 'initial'),
      expected: initial.due ?? initial.forecast,
    });
    if (timeOf(given.incident, 'recovered') !== undefined)
      intermediate.remark = 'An updated intermediate report is due when regular activities have recovered.';
    const final = after(given, 'final', '5(1)(c)', {
      of: 'intermediate',
      at: lastFiled(given, 'intermediate'),
      expected: intermediate.due ?? intermediate.forecast,
    });
    return [initial, intermediate, final]
  },
};

/** The earlier of 4 h after classification and 24 h after awareness; 4 h after a classification later than that (5(2)). */
function initialReport(given) {
  const { incident, zone } = given;
  const aware = momentOf(incident, 'aware');
  const cap = endOf(aware.at, limitOf(given, 'initial', 'aware'), zone);
  const common = { step: 'initial', recipient: RECIPIENT$1, forecast: null };
  const classified = classification(given);
  if (classified === undefined) {
    return {
      ...common,
      article: 'RTS 2025/301 5(1)(a)',
      runsFrom: 'aware',
      from: aware.at,
      standsIn: aware.standsIn,
      due: shifted(given, 'initial', cap),
      remark: 'Nobody has classified it yet: a later classification as major moves the limit.',
    }
  }
  const four = endOf(classified.at, limitOf(given, 'initial', 'classified'), zone);
  const isLate = classified.at > cap;
  const fromAware = !isLate && cap < four;
  return {
    ...common,
    article: isLate ? 'RTS 2025/301 5(2)' : 'RTS 2025/301 5(1)(a)',
    runsFrom: fromAware ? 'aware' : 'classified',
    from: fromAware ? aware.at : classified.at,
    standsIn: fromAware ? aware.standsIn : classified.standsIn,
    due: shifted(given, 'initial', isLate ? four : Math.min(four, cap)),
  }
}

/** When the incident was classified as major: the moment, else the assessment that says so. */
function classification({ incident }) {
  const at = timeOf(incident, 'classified');
  if (at !== undefined) return { at, standsIn: null }
  const assessed = incident.assessments.find(({ regime }) => regime === 'dora');
  return assessed && { at: Date.parse(assessed.assessed_at), standsIn: 'assessment' }
}

/** A report that runs from the submission of another one. */
function after(
  given,
  step,
  article,
  submission,
) {
  const end = (from) => shifted(given, step, endOf(from, limitOf(given, step), given.zone));
  const { of, at, expected } = submission;
  return {
    step,
    recipient: RECIPIENT$1,
    article: `RTS 2025/301 ${article}`,
    runsFrom: `submission of ${of}`,
    from: at,
    due: at === null ? null : end(at),
    forecast: at !== null || expected === null ? null : end(expected),
  }
}

/** A limit on a weekend or bank holiday moves to noon of the next working day (5(4)), with the exemption of 5(5). */
function shifted({ settings, zone }, step, due) {
  if (settings.dora_no_weekend_rule && step !== 'final') return due
  return noonOfWorkingDay(due, settings.holidays, zone)
}

/** Regulation (EU) No 910/2014 article 24(2)(fb), qualified trust service providers. */
const eidasQualified = {
  name: 'eidas_qualified',
  regulation: 'eidas',
  levels: ['significant'],
  stepNames: ['notification'],
  steps(given) {
    const occurred = momentOf(given.incident, 'occurred');
    return [
      {
        step: 'notification',
        recipient: 'supervisory body',
        article: 'eIDAS 24(2)(fb)',
        runsFrom: 'occurred',
        from: occurred.at,
        standsIn: occurred.standsIn,
        forecast: null,
        due: endOf(occurred.at, limitOf(given, 'notification'), given.zone),
      },
    ]
  },
};

/** Regulation (EU) 2016/679 articles 33(1) and 34. */
const gdpr = {
  name: 'gdpr',
  regulation: 'gdpr',
  levels: ['risk', 'high_risk'],
  stepNames: ['authority', 'data_subjects'],
  steps(given) {
    const { incident, level } = given;
    const aware = momentOf(incident, 'aware');
    const isAssessed = incident.assessments.some(({ regime }) => regime === 'gdpr');
    const common = { runsFrom: 'aware', standsIn: aware.standsIn, forecast: null };
    return [
      {
        ...common,
        step: 'authority',
        recipient: 'supervisory authority',
        article: 'GDPR 33(1)',
        from: aware.at,
        due: endOf(aware.at, limitOf(given, 'authority'), given.zone),
      },
      {
        ...common,
        step: 'data_subjects',
        recipient: 'data subjects',
        article: 'GDPR 34',
        due: null,
        from: level === 'high_risk' ? aware.at : null,
        conditional: !isAssessed,
        notRequired: isAssessed && level !== 'high_risk',
        remark: 'Only at a high risk to people. The law sets no number: without undue delay.',
      },
    ]
  },
};

const RECIPIENT = 'CSIRT or competent authority';

/** Directive (EU) 2022/2555 article 23(4). */
const nis2 = {
  name: 'nis2',
  regulation: 'nis2',
  levels: ['significant'],
  stepNames: ['early_warning', 'notification', 'intermediate', 'final', 'progress'],
  steps(given) {
    const { incident, settings, zone } = given;
    const aware = momentOf(incident, 'aware');
    const within = (step, variant = '') => endOf(aware.at, limitOf(given, step, variant), zone);
    const trust = settings.trust_service_provider;
    const notification = within('notification', trust ? 'trust_services' : '');
    const fromAware = { recipient: RECIPIENT, runsFrom: 'aware', from: aware.at, standsIn: aware.standsIn };
    return [
      {
        ...fromAware,
        step: 'early_warning',
        article: 'NIS2 23(4)(a)',
        due: within('early_warning'),
        forecast: null,
      },
      {
        ...fromAware,
        step: 'notification',
        article: 'NIS2 23(4)(b)',
        due: notification,
        forecast: null,
        ...(trust ? { remark: 'Trust service providers notify within the shorter limit.' } : {}),
      },
      intermediate(given),
      ...final(given, notification),
    ]
  },
};

function intermediate({ incident }) {
  const requested = timeOf(incident, 'requested') ?? null;
  return {
    step: 'intermediate',
    recipient: RECIPIENT,
    article: 'NIS2 23(4)(c)',
    runsFrom: 'requested',
    from: requested,
    due: null,
    forecast: null,
    conditional: requested === null,
    remark: 'Only upon the request of the CSIRT or the competent authority. The law sets no number.',
  }
}

/**
 * The final report is due one month after the notification was submitted. Where the incident is still going on then, a progress
 * report is due instead, and the final report one month after the incident was handled.
 */
function final(given, notificationDue) {
  const { incident, zone } = given;
  const limit = limitOf(given, 'final');
  const ends = (from) => endOf(from, limit, zone);
  const submitted = firstFiled(given, 'notification');
  const usual = ends(submitted ?? notificationDue);
  const handled = timeOf(incident, 'handled');
  const hasProgress = firstFiled(given, 'progress') !== null;
  const lateHandled = submitted !== null && handled !== undefined && handled > usual;
  const isOngoing = hasProgress || lateHandled;
  const common = { recipient: RECIPIENT, runsFrom: 'submission of notification', from: submitted };
  const progress = {
    ...common,
    step: 'progress',
    article: 'NIS2 23(4)(e)',
    due: null,
    forecast: null,
    remark: 'In place of the final report, where the incident is still going on when that falls due.',
  };
  if (isOngoing && submitted !== null) progress.due = usual;
  else if (handled === undefined && firstFiled(given, 'final') === null)
    Object.assign(progress, { conditional: true, from: null, forecast: usual });
  else if (!isOngoing) progress.notRequired = true;
  if (!isOngoing) {
    const due = submitted === null ? null : usual;
    const forecast = submitted === null ? usual : null;
    return [{ ...common, step: 'final', article: 'NIS2 23(4)(d)', due, forecast }, progress]
  }
  const afterHandled = {
    step: 'final',
    recipient: RECIPIENT,
    article: 'NIS2 23(4)(e)',
    runsFrom: 'handled',
    from: handled ?? null,
    due: handled === undefined ? null : ends(handled),
    forecast: null,
  };
  return [afterHandled, progress]
}

/** Every regime, in the order in which obligations are listed. */
const REGIMES = [
  nis2,
  dora,
  craVulnerability,
  craIncident,
  aiAct,
  gdpr,
  cer,
  eidasQualified,
];

/** The level of a regime that applies, and is not reported. */
const NOT_REPORTABLE = 'not_reportable';

/**
 * The obligations of an incident (docs/obligations.md): of each regime that was assessed, and of the regime of its regulation if
 * the incident is significant and nobody has assessed that regime. A pure function; `now` decides only between `due` and
 * `overdue`.
 *
 * @param rules `zone`: that of the settings, for a caller that keeps it, since it takes 0.1 ms to make
 */
function obligationsOf(
  incident,
  filings,
  rules,
  now,
) {
  const filed = currentFilings(filings);
  const zone = rules.zone ?? zoneOf(rules.settings.time_zone);
  return REGIMES.flatMap((regime) =>
    ofRegime(regime, incident, filed, { ...rules, zone, now: Date.parse(now) }),
  )
}

/** Whether a regime has obligations that are to be met. */
function isReported(incident, regime) {
  const found = REGIMES.find(({ name }) => name === regime);
  return found !== undefined && standOf(found, incident)?.applies === true
}

function ofRegime(
  regime,
  incident,
  filed,
  rules,
) {
  const stand = standOf(regime, incident);
  if (stand === undefined) return []
  const aware = momentOf(incident, regime.name === 'eidas_qualified' ? 'occurred' : 'aware').at;
  const { settings, zone, now } = rules;
  const given = {
    regime: regime.name,
    incident,
    level: stand.level,
    settings,
    zone,
    aware,
    now,
    filings: filed.filter((filing) => filing.regime === regime.name),
    set: ruleSetAt(rules, aware),
  };
  const further = settings.differences.filter(
    (one) => one.regime === regime.name && one.recipient !== null && isValid(one, aware),
  );
  return regime.steps(given).flatMap((step) => {
    const others = further.filter((one) => one.step === step.step);
    const names = new Set(others.map(({ recipient }) => key(recipient)));
    const steps = [step, ...others.map((one) => toFurther(given, step, one))];
    // The first filing to each of the further recipients, and the first to anybody else.
    const first = new Map ();
    for (const filing of ofStep(given.filings, regime.name, step.step)) {
      const recipient = key(filing.recipient);
      const whose = names.has(recipient) ? recipient : null;
      if (!first.has(whose)) first.set(whose, filing);
    }
    return steps.map((one, i) =>
      obligation(given, one, first.get(i === 0 ? null : key(one.recipient)), stand),
    )
  })
}

/** The assessment of a regime: by a person, or until then by the regulation and the severity. */
function standOf(
  regime,
  incident,
) {
  const lowest = regime.levels[0];
  const assessed = incident.assessments.find((one) => one.regime === regime.name);
  const merged = incident.duplicate_of === null ? '' : 'It is a duplicate: the other incident is reported.';
  if (assessed !== undefined) {
    const isIn = assessed.applies && assessed.level !== NOT_REPORTABLE;
    const why = isIn ? merged : 'Assessed: not to be reported.';
    const level = isIn ? assessed.level : lowest;
    return { applies: isIn && merged === '', level, provisional: false, why }
  }
  if (!incident.is_significant || incident.regulation !== regime.regulation) return undefined
  return { applies: merged === '', level: lowest, provisional: true, why: merged }
}

/** The same step for a further recipient of the national law. */
function toFurther(
  given,
  step,
  { recipient, amount, unit, article },
) {
  const hasOwn = amount !== 0 && unit !== null && step.from !== null;
  return {
    ...step,
    recipient: recipient,
    article: article ?? step.article,
    ...(hasOwn ? { due: endOf(step.from, { amount, unit: unit }, given.zone) } : {}),
  }
}

function obligation(
  given,
  step,
  filing,
  stand,
) {
  const filedAt = filing && Date.parse(filing.submitted_at);
  const isIn = stand.applies && (step.notRequired !== true || filing !== undefined);
  const state =
    isIn || filedAt !== undefined ? stateOf(step.due, step.from !== null, filedAt, given.now) : 'not_required';
  const isOver = state === 'filed' || state === 'filed_late' || state === 'not_required';
  return {
    regime: given.regime,
    step: step.step,
    recipient: step.recipient,
    article: step.article,
    runs_from: step.runsFrom,
    runs_from_at: text(step.from),
    due_at: state === 'not_required' ? null : text(step.due),
    forecast_at: isOver ? null : text(step.forecast),
    state,
    filing_id: filing?.id ?? null,
    stands_in: step.standsIn ?? null,
    provisional: stand.provisional,
    conditional: state === 'waiting' && step.conditional === true,
    remark: stand.why === '' ? (step.remark ?? null) : stand.why,
    rules: given.set.version,
    settings_version: given.settings.version,
  }
}

function text(at) {
  return at === null ? null : new Date(at).toISOString()
}

/** Recipients are the same whatever their case and spaces at the ends. */
function key(recipient) {
  return recipient.trim().toLowerCase()
}

const hours = (amount) => ({ amount, unit: 'hours' });
const days = (amount) => ({ amount, unit: 'days' });
const months = (amount) => ({ amount, unit: 'months' });

/** The rule sets, oldest first. A rule set that has landed never changes: the next one begins where it ends. */
const RULE_SETS = [
  {
    version: 'eu-1',
    valid_from: '2000-01-01T00:00:00.000Z',
    valid_until: null,
    limits: {
      'nis2.early_warning': hours(24),
      'nis2.notification': hours(72),
      'nis2.notification.trust_services': hours(24),
      'nis2.final': months(1),
      'dora.initial.classified': hours(4),
      'dora.initial.aware': hours(24),
      'dora.intermediate': hours(72),
      'dora.final': months(1),
      'cra_vulnerability.early_warning': hours(24),
      'cra_vulnerability.notification': hours(72),
      'cra_vulnerability.final': days(14),
      'cra_incident.early_warning': hours(24),
      'cra_incident.notification': hours(72),
      'cra_incident.final': months(1),
      'ai_act.serious_incident': days(15),
      'ai_act.serious_incident.widespread': days(2),
      'ai_act.serious_incident.death': days(10),
      'gdpr.authority': hours(72),
      'cer.initial': hours(24),
      'cer.detailed': months(1),
      'eidas_qualified.notification': hours(24),
    },
  },
];

/** The settings of an organization that has made none. */
const DEFAULT_SETTINGS = {
  time_zone: 'UTC',
  holidays: [],
  dora_no_weekend_rule: false,
  trust_service_provider: false,
  differences: [],
  version: 0,
};

export { RULE_SETS, obligationsOf, zoneOf };
