// How Sphinx's search orders results: guides first; decisions, tables of figures and translated rules last.
// The other numbers are Sphinx's own defaults, which this object replaces.
const GUIDES = /^(play|host|tutorial|bots|environments|illustrated\/\w+|rules\/\w+)$/;
const BACKGROUND = /^(decisions\/|rules\/\w+\/|features-|benchmark-results|changelog)/;

var Scorer = {
  score: ([page, , , , score]) => score + (GUIDES.test(page) ? 4 : BACKGROUND.test(page) ? -8 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
