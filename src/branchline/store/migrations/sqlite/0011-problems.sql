-- Problems of the day that members have finished: how they tried, and on which day.
CREATE TABLE problem_results (
  person TEXT NOT NULL,
  game TEXT NOT NULL,
  number INTEGER NOT NULL,
  marks TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (person, game, number)
);
