BEGIN TRANSACTION;
CREATE TABLE badge (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
  count INTEGER NOT NULL
);
CREATE TABLE category (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL,
  identifier TEXT NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (app, identifier) ON CONFLICT REPLACE
);
CREATE TABLE "delivery" (
  sequence INTEGER PRIMARY KEY,
  request INTEGER NOT NULL,
  occurrence INTEGER NOT NULL DEFAULT 0,
  app TEXT NOT NULL,
  identifier TEXT NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,
  closed INTEGER,
  content BLOB,
  trigger BLOB,
  due INTEGER,
  date INTEGER NOT NULL,
  banner TEXT,
  banner_reason TEXT,
  sound TEXT,
  sound_reason TEXT,
  sound_file TEXT,
  fallback TEXT,
  UNIQUE (request, occurrence)
);
INSERT INTO "delivery" VALUES(1,1,0,'mail','shown',0,NULL,X'7B227469746C65223A2273686F776E227D',X'7B2274797065223A22696D6D656469617465227D',1795333528000001,1795333528000011,'shown',NULL,'played','begun 0.01 s after it was due','/s/ping.caf','not found');
INSERT INTO "delivery" VALUES(2,2,0,'mail','playing',0,NULL,X'7B227469746C65223A22706C6179696E67227D',X'7B2274797065223A22696D6D656469617465227D',1795333528000002,1795333528000012,'shown',NULL,'begun',NULL,'built-in',NULL);
INSERT INTO "delivery" VALUES(3,3,0,'mail','asked',1,NULL,X'7B227469746C65223A2261736B6564227D',X'7B2274797065223A22696D6D656469617465227D',1795333528000003,1795333528000013,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "delivery" VALUES(4,4,0,'mail','gone',2,1795333528000100,NULL,NULL,1795333528000004,1795333528000014,'shown',NULL,'played',NULL,'/s/ping.caf',NULL);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1-requests');
INSERT INTO "grdb_migrations" VALUES('1-outcomes');
INSERT INTO "grdb_migrations" VALUES('2-apps');
INSERT INTO "grdb_migrations" VALUES('3-presentations');
INSERT INTO "grdb_migrations" VALUES('4-occurrences');
INSERT INTO "grdb_migrations" VALUES('5-remote');
INSERT INTO "grdb_migrations" VALUES('6-taken');
INSERT INTO "grdb_migrations" VALUES('7-extensions');
INSERT INTO "grdb_migrations" VALUES('8-sides');
INSERT INTO "grdb_migrations" VALUES('9-inbox');
INSERT INTO "grdb_migrations" VALUES('10-deliveries');
CREATE TABLE inbox (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  app TEXT NOT NULL,
  kind INTEGER NOT NULL,
  date INTEGER NOT NULL,
  identifier TEXT,
  state INTEGER,
  body BLOB NOT NULL,
  UNIQUE (app, kind, identifier) ON CONFLICT REPLACE
);
CREATE TABLE missed (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL,
  identifier TEXT NOT NULL,
  due INTEGER,
  date INTEGER NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL
);
INSERT INTO "missed" VALUES(1,'mail','late',1795333528000000,1795333528000005,'tooLate',2);
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE registration (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
  body BLOB NOT NULL
);
CREATE TABLE remote_position (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL,
  class TEXT NOT NULL,
  position INTEGER NOT NULL, received INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0,
  UNIQUE (app, class) ON CONFLICT REPLACE
);
CREATE TABLE remote_registration (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
  body BLOB NOT NULL
);
CREATE TABLE remote_taken (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL,
  date INTEGER NOT NULL,
  identifier TEXT NOT NULL,
  UNIQUE (app, identifier) ON CONFLICT REPLACE
);
CREATE TABLE "request" (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL,
  identifier TEXT NOT NULL,
  content BLOB NOT NULL,
  trigger BLOB NOT NULL,
  kind INTEGER NOT NULL,
  repeats INTEGER NOT NULL,
  added INTEGER NOT NULL,
  clock INTEGER NOT NULL,
  due INTEGER,
  local INTEGER,
  elapsed INTEGER,
  boot TEXT,
  region TEXT,
  occurrence INTEGER NOT NULL DEFAULT 0, side INTEGER,
  UNIQUE (app, identifier)
);
INSERT INTO "request" VALUES(1839088782272485310,'mail','once',X'7B227469746C65223A226F6E6365227D',X'7B22636F6D706F6E656E7473223A7B22646179223A312C22686F7572223A382C226D696E757465223A302C226D6F6E7468223A312C227365636F6E64223A302C2279656172223A323033307D2C2272657065617473223A66616C73652C2274797065223A2263616C656E646172227D',2,0,1795985138937487,0,1893484800000000,1893484800,NULL,NULL,NULL,0,NULL);
CREATE TABLE request_count (app TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "request_count" VALUES('mail',1);
CREATE TABLE setting (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
  body BLOB NOT NULL
);
CREATE INDEX request_due ON request (due) WHERE clock = 0;
CREATE INDEX request_elapsed ON request (elapsed) WHERE clock = 1;
CREATE INDEX request_boot ON request (boot) WHERE clock = 1;
CREATE INDEX request_region ON request (app, region) WHERE clock = 2;
CREATE TRIGGER request_added AFTER INSERT ON request BEGIN
  INSERT INTO request_count VALUES (new.app, 1)
  ON CONFLICT (app) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER request_removed AFTER DELETE ON request BEGIN
  UPDATE request_count SET count = count - 1 WHERE app = old.app;
  DELETE FROM request_count WHERE app = old.app AND count <= 0;
END;
CREATE INDEX remote_taken_date ON remote_taken (app, date);
CREATE UNIQUE INDEX delivery_open ON delivery (app, identifier) WHERE closed IS NULL;
CREATE INDEX delivery_held ON delivery (app) WHERE state = 1;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('inbox',0);
COMMIT;
