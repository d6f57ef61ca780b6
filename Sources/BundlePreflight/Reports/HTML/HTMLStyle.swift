/// The page's style sheet.
///
/// A row is a grid of its own, not a row of an HTML table: a browser can then skip the rows that
/// are out of sight, and a narrow window shows each as a card. Roles in the markup keep it a table
/// for screen readers. Every colour of text has a contrast of 4.5 to 1 or more.
enum HTMLStyle {
  static let text = colors + page + table + details + narrow

  private static let colors = """

    :root{color-scheme:light dark;--back:#f6f7f9;--card:#fff;--text:#16191f;--soft:#596273;
    --rule:#e2e5eb;--wave:#3d63dd;--track:#e6e9f0;--accent:#2d52c8;--error:#b3261e;--errorback:#fdeceb;
    --warning:#8a5300;--warningback:#fdf3e0;--note:#33608f;--noteback:#eaf2fa;--ok:#1b6e3c;
    --code:#f0f2f6;--shadow:0 1px 2px #10182814,0 1px 6px #1018280a}
    @media(prefers-color-scheme:dark){:root{--back:#0f1115;--card:#171a21;--text:#e9ecf2;--soft:#9aa4b5;
    --rule:#282d38;--wave:#7c9bff;--track:#2a303c;--accent:#9db4ff;--error:#ff8f86;--errorback:#3a1a1a;
    --warning:#f5bd5c;--warningback:#33270f;--note:#8fc1f2;--noteback:#16283a;--ok:#6fd196;
    --code:#222732;--shadow:none}}

    """

  private static let page = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--text);
    font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
    code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
    font-size:.9em}
    .page,main{max-width:1280px;margin:0 auto;padding:0 28px}
    .icon{width:1em;height:1em;flex:none;fill:currentColor;vertical-align:-.12em}
    .icon .in{fill:none;stroke:var(--card);stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
    .top{background:var(--card);border-bottom:1px solid var(--rule)}
    .top .page{padding-top:26px;padding-bottom:24px;display:flex;gap:20px 48px;flex-wrap:wrap;
    justify-content:space-between}
    .top .page>div{flex:1 1 420px;min-width:0}
    figure{margin:0;flex:0 1 400px;min-width:0}figcaption{color:var(--soft);font-size:12px;
    text-align:right;padding-right:8px}
    .overview{display:block;width:100%;height:auto}
    .overview text{font-size:11px;fill:var(--soft);font-variant-numeric:tabular-nums}
    .overview path{fill:none;stroke:var(--rule)}.overview .tick{stroke:var(--soft)}
    .overview .limit{stroke:var(--text);stroke-dasharray:3 3}
    .overview .dots{stroke-width:7;stroke-linecap:round;stroke:var(--wave);opacity:.72}
    .overview .many{stroke-width:3.5}.overview .dots-3{stroke:var(--error);opacity:1}.overview .dots-2{stroke:var(--warning);opacity:.9}
    .brand{margin:0;color:var(--soft);font-size:13px}.brand .icon{margin-right:7px}
    h1{font-size:29px;line-height:1.2;letter-spacing:-.015em;margin:12px 0 10px;display:flex;gap:13px;
    align-items:center;text-wrap:balance}
    h1 .icon{font-size:30px}h1.error .icon{color:var(--error)}h1.warning .icon{color:var(--warning)}
    h1.ok .icon{color:var(--ok)}
    h2{font-size:18px;letter-spacing:-.005em;margin:34px 0 12px}
    .inputs{list-style:none;margin:0;padding:0;color:var(--soft);font-size:14px}
    .inputs li{overflow-wrap:anywhere}.inputs code{color:var(--text);margin-right:6px}
    .numbers{display:flex;flex-wrap:wrap;gap:10px 44px;margin:20px 0 0}.numbers div{min-width:64px}
    .numbers dt{color:var(--soft);font-size:13px}.numbers dd{margin:0;font-size:27px;font-weight:600;
    line-height:1.2;font-variant-numeric:tabular-nums;letter-spacing:-.02em}
    .numbers .error dd{color:var(--error)}.numbers .warning dd{color:var(--warning)}
    .numbers .note dd{color:var(--note)}.numbers .none dd{color:var(--soft);font-weight:400}
    main{padding-bottom:80px}
    .tools{display:flex;flex-wrap:wrap;gap:12px 20px;align-items:center;margin:0 0 14px}
    .tools fieldset{border:0;margin:0;padding:3px;display:flex;background:var(--track);
    border-radius:10px}
    .tools legend{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
    .tools fieldset label{position:relative;cursor:pointer}
    .tools input[type=radio]{position:absolute;opacity:0;inset:0;margin:0;cursor:pointer}
    .tools fieldset span{display:block;padding:4px 13px;border-radius:7px;font-size:14px;
    white-space:nowrap}
    .tools small{font-size:12px;color:var(--soft);font-variant-numeric:tabular-nums;margin-left:3px}
    .tools input:checked+span{background:var(--card);box-shadow:var(--shadow);font-weight:600}
    .tools input:focus-visible+span{outline:2px solid var(--accent)}
    .search span{position:absolute;clip-path:inset(50%)}
    .search select{width:auto!important}
    .search input,.search select{font:inherit;font-size:14px;color:inherit;background:var(--card);width:230px;
    max-width:100%;border:1px solid var(--rule);border-radius:9px;padding:6px 12px}
    .search input::placeholder{color:var(--soft)}
    :focus-visible{outline:2px solid var(--accent);outline-offset:1px}
    .tools output{color:var(--soft);font-size:13px;margin-left:auto}
    .hint,.empty{color:var(--soft);padding:22px}

    """

  private static let table = """
    table,thead,tbody{display:block}
    table{background:var(--card);border:1px solid var(--rule);border-radius:12px;
    box-shadow:var(--shadow)}
    tr{display:grid;grid-template-columns:minmax(180px,1fr) 270px 142px 112px 104px 112px;
    column-gap:24px;padding:0 20px;align-items:start}
    thead{position:sticky;top:0;z-index:2;background:var(--card);box-shadow:0 1px 0 var(--rule);
    border-radius:12px 12px 0 0}tbody{overflow:hidden;border-radius:0 0 12px 12px}
    thead tr{align-items:end;padding-top:8px;padding-bottom:8px}
    thead th{position:relative;text-align:left;font-weight:500;font-size:13px;color:var(--soft)}
    thead span{display:block;padding:3px 0}
    thead button{font:inherit;color:inherit;background:none;border:0;padding:3px 0;cursor:pointer}
    thead button::after{content:"";display:inline-block;margin-left:6px;border:4px solid transparent;
    border-bottom-color:currentColor;opacity:.28;transform:translateY(-2px)}
    thead button:hover{color:var(--text)}
    [aria-sort]{color:var(--text)}[aria-sort] button::after{opacity:1}
    [aria-sort=descending] button::after{transform:translateY(2px) rotate(180deg)}
    th .limit{position:absolute;left:74.5%;bottom:4px;transform:translateX(-50%);font-size:11px}
    tbody tr{padding-top:14px;padding-bottom:14px;border-top:1px solid var(--rule);position:relative;
    content-visibility:auto;contain-intrinsic-size:auto 92px}
    tbody tr::before{content:"";position:absolute;left:0;top:0;bottom:0;width:3px}
    tr.level-3::before{background:var(--error)}tr.level-2::before{background:var(--warning)}
    tr.level-1::before{background:var(--note)}
    tr[hidden],[hidden]{display:none}
    tbody th,td{min-width:0;text-align:left;font-weight:400;padding:0}
    td{font-variant-numeric:tabular-nums}td small{color:var(--soft);font-size:12px}
    .path{display:block;overflow-wrap:anywhere;line-height:1.35}
    .folder{color:var(--soft);font-size:13px}.name{font-weight:600;display:inline-block;max-width:100%}
    .facts{display:block;color:var(--soft);font-size:13px;margin-top:3px}.facts i{opacity:.6}
    .bundles{display:block;font-size:12px;margin-top:4px;color:var(--soft)}
    .bundles bdi{background:var(--code);color:var(--text);border-radius:5px;padding:1px 7px;
    overflow-wrap:anywhere}
    .wave>:first-child:not(.play,span){margin-left:48px}
    td.wave{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
    .play{width:36px;height:36px;flex:none;border:0;border-radius:50%;background:var(--track);
    color:var(--accent);cursor:pointer;padding:0}
    .play svg{width:18px;height:18px;fill:currentColor;display:block;margin:auto}
    .play:hover,.play.on{background:var(--accent);color:var(--card)}
    .play .stop,.play.on .go{display:none}.play.on .stop{display:inline}
    .shape{flex:1 1 150px;min-width:0;height:48px;display:block;overflow:visible}
    .shape .axis{stroke:var(--rule);vector-effect:non-scaling-stroke}.shape .wave{fill:var(--wave)}
    .shape .head{stroke:var(--text);stroke-width:1.5;vector-effect:non-scaling-stroke}
    audio{width:100%;height:36px;flex:1 0 100%}
    .duration .bar{display:block;width:100%;height:6px;margin:6px 0 5px}
    .bar .track{fill:var(--track)}.bar .fill{fill:var(--wave)}.bar.over .fill{fill:var(--error)}
    .bar .line{fill:var(--text)}
    td>small.aside{display:block}td.duration small.aside{display:inline;margin-left:7px}
    .bad{color:var(--error);font-weight:600}.poor{color:var(--warning);font-weight:600}
    .bad small,.poor small{color:inherit}
    .unknown{color:var(--soft)}td.wave .unknown{margin-left:48px}
    .fine{color:var(--ok);font-size:13px}.fine .icon{margin-right:6px}
    .chip{display:inline-block;font-size:13px;font-weight:600;white-space:nowrap;padding:1px 9px;
    border-radius:99px;margin:0 0 4px}.chip .icon{margin-right:6px}
    .chip.error{color:var(--error);background:var(--errorback)}
    .chip.warning{color:var(--warning);background:var(--warningback)}
    .chip.note{color:var(--note);background:var(--noteback)}

    """

  private static let details = """
    td.details{grid-column:1/-1;margin-top:12px}
    .findings{list-style:none;margin:0;padding:0;display:grid;gap:7px}
    .findings li{display:flex;gap:11px;padding:9px 14px;border-radius:9px;font-size:14px}
    .findings li>div{min-width:0}.findings .icon{margin-top:.22em}
    .findings p{margin:0;overflow-wrap:anywhere}
    li.error{background:var(--errorback)}li.warning{background:var(--warningback)}
    li.note{background:var(--noteback)}
    li.error>.icon,li.error .severity{color:var(--error)}
    li.warning>.icon,li.warning .severity{color:var(--warning)}
    li.note>.icon,li.note .severity{color:var(--note)}
    li.error .in{stroke:var(--errorback)}li.warning .in{stroke:var(--warningback)}
    li.note .in{stroke:var(--noteback)}
    .severity{font-weight:600;margin-right:3px}.severity::first-letter{text-transform:uppercase}
    b.severity{display:inline-block}
    .place,.rule{color:var(--soft);font-size:13px;white-space:nowrap;margin-left:5px}
    a.rule{text-decoration-color:var(--rule);text-underline-offset:3px}
    a.rule:hover{color:var(--text)}li .rule,li .place{color:var(--text);opacity:.78}
    .fix{margin-top:4px!important}.fix span{color:var(--text);opacity:.78;font-size:13px;
    margin-right:6px}
    .fix code{white-space:pre-wrap;user-select:all}
    .copy{font:inherit;font-size:12px;color:var(--text);background:var(--code);cursor:pointer;
    border:1px solid var(--rule);border-radius:6px;padding:0 8px;margin-left:4px}
    .subject{margin:0 0 6px;color:var(--soft);font-size:14px}.subject b{color:var(--text)}
    .play~.shape{cursor:pointer}
    .card,details{background:var(--card);border:1px solid var(--rule);border-radius:12px;
    padding:14px 20px;margin:0 0 10px;box-shadow:var(--shadow);content-visibility:auto;
    contain-intrinsic-size:auto 120px}
    .card h3{font-size:15px;margin:0 0 9px;font-weight:400}
    summary{cursor:pointer;overflow-wrap:anywhere}summary code{font-weight:600;margin:0 8px 0 4px}
    .prose{max-width:76ch;padding:4px 0 2px 20px}.prose pre{background:var(--code);border-radius:8px;
    padding:11px 14px;overflow-x:auto}
    .prose :not(pre)>code{background:var(--code);border-radius:4px;padding:1px 5px}

    """

  private static let narrow = """
    @media(max-width:1120px){tr{grid-template-columns:minmax(150px,1fr) 200px 118px 96px 92px 104px;
    column-gap:16px}}
    @media(max-width:900px){
    .page,main{padding-left:16px;padding-right:16px}h1{font-size:23px}
    .numbers{gap:10px 30px}.numbers dd{font-size:23px}
    thead{position:static}thead tr{display:flex;flex-wrap:wrap;gap:4px 18px;padding:8px 16px}
    th .limit,thead .wave{display:none}
    tbody tr{grid-template-columns:repeat(3,minmax(0,1fr));gap:12px 16px;padding:16px;
    contain-intrinsic-size:auto 240px}
    tbody th,td.wave{grid-column:1/-1}td.level{grid-column:1/-1}
    td.duration::before,td.loudness::before,td.peak::before{content:attr(data-name);display:block;
    color:var(--soft);font-size:12px}
    td.details{margin-top:0}.search{flex:1 1 160px}.search input{width:100%}
    .tools output{margin-left:0}.tools fieldset span{padding:4px 10px}}
    @media print{thead{position:static}.tools,.play,.copy{display:none}tbody tr{content-visibility:visible}}

    """
}
