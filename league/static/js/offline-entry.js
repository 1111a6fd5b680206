// Enter hands with or without network: what is sent is kept on the phone first, then sent.
//
// While the site cannot be reached, or hands of this table wait, the page goes on by itself: it
// replays the hands it knows (preview-*.js), offers the next one and shows what it is worth.
// Without this file the form goes straight to the site.
(() => {
  "use strict";

  const PATIENCE = 6000; // ms for an answer before the table goes on without it
  const TRY = 300; // ms for it where there seems to be no network

  const queue = self.handQueue;
  const state = document.querySelector("[data-entry]");
  const formNow = () => document.querySelector("#hand-form");
  if (!state || !formNow()) return;

  const { dataset: texts } = state;
  const pk = Number(texts.table);
  let siteTable = null; // the table as the site last sent it
  let isBusy = false;

  const after = (pause) => new Promise((resolve) => setTimeout(resolve, pause));
  const worded = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

  // ------------------------------------------------------------------------------------ how things stand

  const isOffline = () =>
    !navigator.onLine ||
    queue.isReachable() === false ||
    document.documentElement.dataset.connection === "offline";

  // A refused hand may be mended in the form that is shown.
  const isMended = ({ state, key }) => state === "refused" && key === formNow()?.elements?.key?.value;

  const draw = async () => {
    const hands = (await queue.ofTable(pk)).filter((hand) => hand.state !== "sent" && !isMended(hand));
    const refused = hands.filter(({ state }) => state === "refused").length;
    const kind = kindOf(hands, refused);
    const count = refused && kind === "refused" ? refused : hands.length;
    for (const place of state.querySelectorAll("[data-count]")) place.textContent = count;
    state.dataset.state = kind;
  };

  const kindOf = (hands, refused) => {
    if (refused) return "refused";
    if (isBusy || (queue.isSending() && hands.length && !isOffline())) return "sending";
    if (hands.length) return "waiting";
    if (!isOffline()) return "online";
    return navigator.serviceWorker?.controller ? "offline" : "stay";
  };

  // --------------------------------------------------------------------------------- the match so far

  // A table that somebody has left goes on in a way that only the site knows.
  const previewOf = () => (siteTable?.reduced ? null : self.handPreviews?.[siteTable?.game]);

  // Hands of this phone that the site does not have yet.
  const ahead = async () =>
    (await queue.ofTable(pk)).filter(
      (hand) => (hand.state !== "sent" || hand.version > siteTable.version) && !isMended(hand),
    );

  const replay = (rules, hands) => {
    let match = rules.begin(siteTable);
    for (const { number, record } of hands) {
      if (number < match.number) continue;
      while (match.number < number) match = rules.skip(match);
      match = record && !rules.isOver(match) ? rules.add(match, record) : rules.skip(match);
    }
    return match;
  };

  const recordOf = (rules, hand) => {
    const table = rules.begin(siteTable);
    const record = rules.read(new URLSearchParams(hand.fields), table);
    return { number: hand.number, record: rules.isComplete(record, table) ? record : null };
  };

  // The next hand as this phone knows it: its set-up, the match before it, and the site's own next.
  const foresee = async () => {
    const known = siteTable.hands;
    const waiting = await ahead();
    const last = (hands) => Math.max(0, ...hands.map(({ number }) => number));
    const rules = previewOf();
    const siteNext = last(known) + 1;
    if (!rules) {
      const number = Math.max(last(known), last(waiting)) + 1;
      return { setup: siteTable.forms.now ? { number, teams: [], solo: null } : null, siteNext };
    }
    const mine = waiting.map((hand) => recordOf(rules, hand)).sort((a, b) => a.number - b.number);
    const match = replay(rules, [...known, ...mine]);
    return { setup: rules.setup(match), match, siteNext };
  };

  // ---------------------------------------------------------------------------------- the form goes on

  const parse = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content.querySelector("#hand-form");
  };

  const badge = (seat) => {
    const holder = document.createElement("template");
    holder.innerHTML = siteTable.badges[seat];
    return holder.content.firstElementChild;
  };

  const setText = (element, text) => {
    const last = [...element.childNodes].findLast(({ nodeType }) => nodeType === Node.TEXT_NODE);
    if (last) last.textContent = text;
    else element.append(text);
  };

  const chooseTeams = (form, { teams, solo }) => {
    const choose = (seat, role) => {
      const field = form.elements[`role-${seat}`];
      if (field) field.value = role;
    };
    teams.forEach(([senior, junior], at) => {
      choose(senior, `${at}-senior`);
      choose(junior, `${at}-junior`);
    });
    if (solo !== null) choose(solo, "solo");
    for (const [seat] of siteTable.names.entries()) {
      const field = form.elements[`team-${seat}`];
      if (field) field.value = teams.findIndex((team) => team.includes(seat)) + 1 || "";
    }
  };

  const drawHeader = (setup) => {
    const title = document.querySelector("h1");
    const name = (seat) => siteTable.names[seat];
    title.textContent = worded(texts.handText, { number: setup.number });
    // What tells of the hand before would take this phone's own for another's.
    document.querySelector(`#entry-news:not([hx-get$="=${setup.number}"])`)?.remove();
    const lines = setup.teams.map((team) => {
      const line = document.createElement("li");
      line.append(...team.flatMap((seat, at) => [at ? " + " : "", badge(seat), ` ${name(seat)}`]));
      return line;
    });
    if (setup.solo !== null) {
      const line = document.createElement("li");
      line.append(badge(setup.solo), ` ${worded(texts.aloneText, { name: name(setup.solo) })}`);
      lines.push(line);
    }
    if (setup.dealer !== undefined) {
      const line = document.createElement("li");
      const duties = { dealer: name(setup.dealer), leader: name(setup.leader) };
      line.textContent = worded(texts.dutyText, duties);
      lines.push(line);
    }
    const list = document.createElement("ul");
    list.className = "team-line";
    list.append(...lines);
    const earlier = document.querySelector("#hand-teams");
    list.ariaLabel = earlier?.ariaLabel ?? null;
    list.id = "hand-teams";
    earlier?.remove();
    if (lines.length) formNow().before(list);
  };

  const end = (text) => {
    const line = document.createElement("p");
    line.className = "card";
    line.id = "hand-form";
    line.textContent = text;
    formNow().replaceWith(line);
  };

  const offer = ({ setup, siteNext }) => {
    if (!setup) return end(texts.endedText);
    const isNext = setup.number === siteNext;
    const form = parse(isNext ? siteTable.forms.now : siteTable.forms.later);
    if (!form || (setup.isOwnForm && !isNext)) return end(texts.keptText);
    form.elements.number.value = setup.number;
    form.elements.seating.value = siteTable.seating;
    setText(form.querySelector("button[name=send]"), worded(texts.sendText, { number: setup.number }));
    chooseTeams(form, setup);
    drawHeader(setup);
    formNow().replaceWith(form);
    self.htmx?.process(form);
    self.enhance?.(form);
    watch(form);
  };

  // Nothing was entered or is being sent, so the form may be exchanged for that of another hand.
  const isUntouched = (form) =>
    form?.localName === "form" && "fresh" in form.dataset && !form.dataset.isTouched && !isBusy;

  const catchUp = async () => {
    if (!siteTable || !isUntouched(formNow())) return;
    const foreseen = await foresee();
    const form = formNow(); // somebody may have begun to type meanwhile
    if (!isUntouched(form)) return;
    if (String(foreseen.setup?.number) !== form.elements.number.value) offer(foreseen);
  };

  // --------------------------------------------------------------------- what it is worth, worked out here

  // The site does not know the hands that wait, so it cannot say what comes after them.
  const isLocal = async () => isOffline() || (siteTable !== null && (await ahead()).length > 0);

  const judge = async (form) => {
    const rules = previewOf();
    if (!rules || !siteTable) return null;
    const { match, setup } = await foresee();
    if (!setup || String(setup.number) !== form.elements.number.value) return null;
    const record = rules.read(new URLSearchParams(new FormData(form)), match);
    if (!rules.isComplete(record, match)) return null;
    const problems = rules.check(record, match);
    const isWrong = problems.some(({ level }) => level === "error");
    return { rules, match, record, problems, after: isWrong ? null : rules.add(match, record) };
  };

  const paragraph = (text, className) => {
    const line = document.createElement("p");
    Object.assign(line, { textContent: text, className });
    return line;
  };

  const problemText = ({ id, code, field, text }) =>
    text ?? siteTable.texts[id ?? `${code}/${field.replace(/\[\d+\]/g, "")}`] ?? code;

  const pointsList = ({ rules, match, record, after: then }) => {
    const list = document.createElement("ul");
    list.className = "points-list";
    rules.scores(record, match).forEach((points, seat) => {
      const row = document.createElement("li");
      const name = document.createElement("div");
      name.className = "row-main";
      name.append(Object.assign(document.createElement("strong"), { textContent: siteTable.names[seat] }));
      const total = document.createElement("small");
      total.textContent = worded(texts.totalText, { total: then.totals[seat] });
      const worth = document.createElement("div");
      worth.className = "points-end";
      worth.append(Object.assign(document.createElement("strong"), { textContent: signed(points) }), total);
      row.append(badge(seat), name, worth);
      list.append(row);
    });
    return list;
  };

  const drawPreview = (form, judged) => {
    const place = form.querySelector("#preview");
    const strip = form.querySelector("#preview-strip");
    if (!place || !judged) return;
    const sentences = judged.problems.map((problem) =>
      paragraph(problemText(problem), problem.level === "error" ? "errorlist" : "notice warn"),
    );
    if (!judged.after) {
      place.replaceChildren(...sentences);
      strip?.replaceChildren();
      return;
    }
    const winners = judged.rules.winners(judged.after);
    if (winners.length) {
      const text = worded(texts.overText, { name: winners.map((seat) => siteTable.names[seat]).join(" + ") });
      sentences.push(paragraph(text, "notice success"));
    }
    place.replaceChildren(pointsList(judged), ...sentences, paragraph(texts.localText, "soft"));
    const points = judged.rules.scores(judged.record, judged.match).map((each, seat) => {
      const item = document.createElement("span");
      item.append(badge(seat), signed(each));
      return item;
    });
    strip?.replaceChildren(...points);
  };

  // -------------------------------------------------------------------------------------------- sending

  const handOf = (form) => {
    const fields = new URLSearchParams(new FormData(form));
    const { key, number, seating, confirmed } = Object.fromEntries(fields);
    for (const name of ["csrfmiddlewaretoken", "key", "number", "seating", "confirmed"]) fields.delete(name);
    return {
      key,
      table: pk,
      number: Number(number),
      seating: Number(seating),
      confirmed: (confirmed ?? "").split(",").filter(Boolean),
      fields: fields.toString(),
      label: worded(texts.handText, { number }),
      title: siteTable?.title ?? "",
      code: siteTable?.code ?? "",
      seat: siteTable?.seat ?? null,
      phone: siteTable?.phone ?? "",
      person: document.body.dataset.person ?? "",
      isSeen: false,
    };
  };

  // Ask once about what is unlikely, as the site would; true if there is something to look at again.
  const asks = async (form) => {
    const judged = await judge(form);
    if (!judged) return false;
    drawPreview(form, judged);
    const ids = judged.problems.map(({ id, code }) => id ?? code);
    const confirmed = form.elements.confirmed.value.split(",");
    if (judged.after && ids.every((id) => confirmed.includes(id))) return false;
    if (judged.after) {
      form.elements.confirmed.value = ids.join(",");
      setText(form.querySelector("button[name=send]"), texts.anywayText);
      form.querySelector("#preview").prepend(paragraph(texts.confirmText, "notice warn"));
    }
    const place = form.querySelector(".preview");
    place.tabIndex = -1;
    place.focus();
    return true;
  };

  const stateOf = async (key) => (await queue.all()).find((hand) => hand.key === key)?.state;

  // Let the site show the form with its errors at the fields, as it does without scripts.
  const submitPlainly = async (form) => {
    const fresh = await queue.fetchTable(pk);
    if (fresh) form.elements.csrfmiddlewaretoken.value = fresh.csrf;
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "send", value: "1" });
    form.append(field);
    form.submit();
  };

  const send = async (form) => {
    if (isOffline() && (await asks(form))) return;
    const hand = handOf(form);
    try {
      await queue.add(hand);
    } catch {
      // This browser keeps nothing, say in a private window.
      await submitPlainly(form);
      return;
    }
    await Promise.race([queue.drain(), after(isOffline() ? TRY : PATIENCE)]);
    const outcome = await stateOf(hand.key);
    if (outcome === "sent") location.assign(texts.tableUrl);
    else if (outcome === "refused") await submitPlainly(form);
    else await next();
  };

  const next = async () => {
    siteTable ??= (await queue.table(pk)) ?? null;
    if (siteTable) offer(await foresee());
    else end(texts.keptText);
    document.querySelector("h1").scrollIntoView({ block: "start" });
  };

  const onSubmit = async (event) => {
    if (event.submitter?.name !== "send") return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    draw();
    try {
      await send(event.target);
    } finally {
      isBusy = false;
      draw();
    }
  };

  const touch = (event) => {
    event.currentTarget.dataset.isTouched = "yes";
  };

  const onChange = async (event) => {
    const form = event.currentTarget;
    if (await isLocal()) drawPreview(form, await judge(form));
  };

  const watch = (form) => {
    form.addEventListener("submit", onSubmit);
    // Whoever types has changed nothing yet for the browser; taps tell of a change alone.
    form.addEventListener("input", touch);
    form.addEventListener("change", touch);
    form.addEventListener("change", onChange);
  };

  // The site's own preview, where it knows all hands before this one.
  document.addEventListener("htmx:confirm", (event) => {
    if (event.target.id !== "preview") return;
    event.preventDefault();
    isLocal().then((local) => local || event.detail.issueRequest(true));
  });

  const begin = async () => {
    siteTable = (await queue.table(pk)) ?? null;
    await draw();
    await catchUp();
    siteTable = (await queue.fetchTable(pk)) ?? siteTable;
    await draw();
    await catchUp();
  };

  watch(formNow());
  queue.onChange(draw);
  window.addEventListener("online", draw);
  window.addEventListener("offline", draw);
  begin().catch(() => {});
})();
